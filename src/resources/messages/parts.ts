import { messagesApi } from '../../api/messagesApi'
import { defineParts } from '../kit/resourceView'
import { messageFieldMeta } from './fieldMeta'
import { personName } from '../../contract/personName'

/** Messages in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: messageFieldMeta,
  search: {
    endpoint: messagesApi.endpoints.messagesList,
    within: { direction: 'received' },
    details: ({ from }) => from.map(personName),
  },
  trash: { facts: ['from', 'sent_at'] },
})

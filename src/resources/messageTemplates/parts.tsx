import { messageTemplatesApi } from '../../api/messageTemplatesApi'
import { fieldText, templateFieldNames } from '../../contract/templateFields'
import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { nameColumn } from '../kit/nameColumn'
import { defineParts } from '../kit/resourceView'

const fieldsHelp = `Filled in as it is used: ${templateFieldNames.map(fieldText).join(', ')}.`

const sharing = { true: 'Shared with all users', false: 'Only for me' } as const

export const fieldMeta = defineFieldMeta('messageTemplates', {
  message_template_id: excludedFields,
  name: { label: 'Name' },
  subject: { label: 'Subject' },
  text: { label: 'Text', wide: true, help: fieldsHelp },
  is_shared: {
    label: 'For Whom',
    nameOf: (isShared: boolean) => sharing[`${isShared}`],
  },
  ...stampFieldMeta,
})

/** The fields of the form, in order. */
export const fields = ['name', 'subject', 'text', 'is_shared'] as const

/** The fields of a record's page, in order. */
export const facts = ['name', 'subject', 'text', 'is_shared'] as const

/** The columns of the list, left to right. */
export const columns = [
  nameColumn(fieldMeta, 'name', { width: '30%' }),
  columnOf(fieldMeta, 'subject', { width: '35%', hasLine: true }),
  columnOf(fieldMeta, 'is_shared', { hasLine: true }),
  columnOf(fieldMeta, 'modified_at', { matters: 'wide' }),
]

/** Message templates in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta,
  search: { endpoint: messageTemplatesApi.list },
  trash: {},
})

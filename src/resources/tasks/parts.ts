import { todosApi } from '../../api/todosApi'
import { defineParts } from '../kit/resourceView'
import { statusNames, taskFieldMeta } from './fieldMeta'

/** Tasks in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: taskFieldMeta,
  search: { endpoint: todosApi.list, details: ({ status }) => [statusNames[status]] },
  trash: { facts: ['status'] },
})

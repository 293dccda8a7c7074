import { tagsApi } from '../../api/tagsApi'
import { defineParts } from '../kit/resourceView'
import { tagFieldMeta } from './fieldMeta'

/** Tags in the palette and in the trash. */
export const parts = defineParts('tags', {
  fieldMeta: tagFieldMeta,
  search: { endpoint: tagsApi.list, details: ({ description }) => [description] },
  trash: {},
})

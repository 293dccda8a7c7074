import { defineParts } from '../kit/resourceView'
import { fileFieldMeta } from './fieldMeta'

/** Files in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: fileFieldMeta,
  search: null,
  trash: { facts: ['object_id', 'created_by'] },
})

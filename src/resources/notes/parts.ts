import { defineParts } from '../kit/resourceView'
import { noteFieldMeta } from './fieldMeta'
import { excerpt } from '../../ui/richText/excerpt'
import type { Row } from '../../contract'

const noteName = ({ description }: Row<'notes'>) => excerpt(description)

/** Notes in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: noteFieldMeta,
  nameOf: noteName,
  search: null,
  trash: { column: 'description', show: noteName, facts: ['object_id', 'created_by'] },
})

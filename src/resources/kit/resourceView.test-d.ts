/**
 * Shows that tsc refuses a descriptor that lacks what is used of it, and a form that cannot ask for a field.
 * Nothing here runs: a line marked @ts-expect-error fails the type check as soon as it compiles.
 */
import { fieldMeta as tagFieldMeta } from '../tags/parts'
import { noteFieldMeta } from '../notes/fieldMeta'
import { userFieldMeta } from '../users/fieldMeta'
import { defineFieldMeta, excludedFields, stampFieldMeta } from './fieldMeta'
import type { AskedField } from './FieldInput'
import { defineParts } from './resourceView'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(proof?: T) => proof

export const right = [
  defineParts({ fieldMeta: tagFieldMeta, search: null, trash: {} }),
  defineParts({ fieldMeta: noteFieldMeta, search: null, trash: { column: 'description' } }),
  defineParts({ fieldMeta: userFieldMeta, search: null }),
]

// @ts-expect-error the contract gives tags a trash
export const untrashed = defineParts({ fieldMeta: tagFieldMeta, search: null })
// @ts-expect-error users have none
export const trashed = defineParts({ fieldMeta: userFieldMeta, search: null, trash: {} })
// @ts-expect-error notes have no name field, so that the column that names them has to be told
export const nameless = defineParts({ fieldMeta: noteFieldMeta, search: null, trash: {} })
export const unlabelled = defineParts({
  fieldMeta: noteFieldMeta,
  search: null,
  // @ts-expect-error an excluded field has no label for the head of a column
  trash: { column: 'id' },
})
// @ts-expect-error the palette searches by the endpoint of a list
export const unsearchable = defineParts({ fieldMeta: tagFieldMeta, search: {}, trash: {} })

// @ts-expect-error the color has no metadata
export const incomplete = defineFieldMeta('tags', {
  tag_id: excludedFields,
  name: { label: 'Name' },
  description: { label: 'Description' },
  ...stampFieldMeta,
})

// A form asks for a legal entity by the picker of organizations, and for an opportunity by none.
holds<Same<Extract<AskedField<'bids'>, 'legal_entity' | 'opportunity' | 'name'>, 'legal_entity' | 'name'>>()

import { fieldOf, targetOf, type Contract, type ResourceName } from '../../contract'
import { isRelation, type RelationsOf } from '../../contract/fields'
import type { AnyRow } from '../../store/entities'
import { listOf, type CacheTag } from './cacheTags'

/** Relations whose records show a resource's own: a link changes both of its ends. */
const relationsShowing: { readonly [N in ResourceName]?: readonly RelationsOf<Contract[N]>[] } = {
  organizationAddresses: ['organization', 'address'],
  organizationContacts: ['organization', 'contact'],
  organizationTodos: ['organization', 'todo'],
}

/** The tags invalidated by created or changed records: their lists, and the records that show them. */
export const tagsInvalidatedBy = (resource: ResourceName, rows: readonly AnyRow[]): CacheTag[] => [
  listOf(resource),
  ...(relationsShowing[resource] ?? []).flatMap((relation) => {
    const field = fieldOf(resource, relation)
    if (!isRelation(field)) return []
    const type = targetOf(field)
    const ids = rows.map((row) => row[relation]).filter((id) => typeof id === 'number')
    return [listOf(type), ...ids.map((id) => ({ type, id }))]
  }),
]

import type { ResourceName } from '../../contract'
import type { MergedResource } from '../../contract/duplicatePairs'
import { viewOf } from '../../resources/kit/resourceView'

/** What links are called by the side that they lead to. */
const linked: Readonly<
  Record<MergedResource, Partial<Record<ResourceName, readonly [one: string, several: string]>>>
> = {
  organizations: {
    organizationAddresses: ['address', 'addresses'],
    organizationContacts: ['contact', 'contacts'],
    organizationTodos: ['task', 'tasks'],
    activities: ['meeting', 'meetings'],
    creditSetups: ['credit setup', 'credit setups'],
    notes: ['note', 'notes'],
    files: ['file', 'files'],
  },
  contacts: {
    organizationContacts: ['organization', 'organizations'],
    notes: ['note', 'notes'],
    files: ['file', 'files'],
  },
}

/** One and several records of a resource that a merge moves. */
export const movedNouns = (moved: ResourceName, of: MergedResource): readonly [string, string] =>
  linked[of][moved] ?? viewOf(moved)?.noun ?? ['record', 'records']

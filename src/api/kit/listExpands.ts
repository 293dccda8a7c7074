import type { ResourceName } from '../../contract'
import type { ExpandOf } from './expands'

/** What the lists that are asked for before the application has started show of the records around theirs (OPL-6, CON-1). */
export const listExpands = {
  opportunities: ['created_by', 'modified_by', 'tags'],
  organizations: [],
  contacts: ['organizations_contacts', 'organizations_contacts.organization'],
} as const satisfies { [N in ResourceName]?: readonly ExpandOf<N>[] }

/** The resources whose lists are asked for that early. */
export type EarlyList = keyof typeof listExpands

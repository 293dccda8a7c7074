import type { ResourceName } from '../contract'
import { activities } from './activities/resource'
import { addresses } from './addresses/resource'
import { bids } from './bids/resource'
import { contractAccounts } from './contractAccounts/resource'
import { contacts } from './contacts/resource'
import { contracts } from './contracts/resource'
import { curves } from './curves/resource'
import { files } from './files/resource'
import { heatContents } from './heatContents/resource'
import type { ResourceParts, ResourceView } from './kit/resourceView'
import { marketHolidays } from './marketHolidays/resource'
import { messages } from './messages/resource'
import { notes } from './notes/resource'
import { opportunities } from './opportunities/resource'
import { organizationAddresses } from './organizationAddresses/resource'
import { organizationContacts } from './organizationContacts/resource'
import { organizations } from './organizations/resource'
import { quotes } from './quotes/resource'
import { suppliers } from './suppliers/resource'
import { tags } from './tags/resource'
import { todos } from './tasks/resource'
import { users } from './users/resource'
import { utilityStates } from './utilityStates/resource'
import { utilityAccounts } from './utilityAccounts/resource'
import { meters } from './meters/resource'
import { messageTemplates } from './messageTemplates/resource'
import { teams } from './teams/resource'

/**
 * The descriptors of the resources, in the order of menu, palette and trash; null for what is only shown as part of other
 * records. The compiler reports a resource of the contract that is missing here.
 */
const resourceViews: { readonly [N in ResourceName]: ResourceView<N> | null } = {
  opportunities,
  organizations,
  contacts,
  addresses,
  bids,
  quotes,
  todos,
  activities,
  messages,
  messageTemplates,
  suppliers,
  curves,
  heatContents,
  marketHolidays,
  tags,
  utilityAccounts,
  meters,
  teams,
  users,
  organizationContacts,
  organizationAddresses,
  notes,
  files,
  utilityStates,
  contractAccounts,
  billPeriods: null,
  contracts,
  views: null,
  contentTypes: null,
  creditSetups: null,
  curvePoints: null,
  messageAttachments: null,
  organizationTodos: null,
  profiles: null,
  sourceNames: null,
  states: null,
  utilities: null,
}

/** The descriptors of all resources that are shown by themselves. */
export const views = Object.values(resourceViews).filter(
  (view) => view !== null,
) as readonly unknown[] as readonly ResourceView[]

/** A resource with its parts. */
export interface LoadedResource<N extends ResourceName = ResourceName> {
  view: ResourceView<N>
  parts: ResourceParts<N>
}

/** Loads the parts of all resources that have some. */
export const loadParts = (): Promise<readonly LoadedResource[]> =>
  Promise.all(
    views.flatMap((view) =>
      view.parts ? [view.parts().then(({ parts }): LoadedResource => ({ view, parts }))] : [],
    ),
  )

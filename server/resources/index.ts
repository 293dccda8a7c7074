import type { ResourceName } from '../../src/contract'
import type { ServerResource } from '../kit/resource'
import { activities } from './activities'
import { addresses } from './addresses'
import { bids } from './bids'
import { contacts } from './contacts'
import { contentTypes } from './contentTypes'
import { creditSetups } from './creditSetups'
import { curvePoints } from './curvePoints'
import { curves } from './curves'
import { files } from './files'
import { heatContents } from './heatContents'
import { marketHolidays } from './marketHolidays'
import { messageAttachments } from './messageAttachments'
import { messages } from './messages'
import { notes } from './notes'
import { opportunities } from './opportunities'
import { organizationAddresses } from './organizationAddresses'
import { organizationContacts } from './organizationContacts'
import { organizationTodos } from './organizationTodos'
import { organizations } from './organizations'
import { profiles } from './profiles'
import { quotes } from './quotes'
import { sourceNames } from './sourceNames'
import { states } from './states'
import { suppliers } from './suppliers'
import { tags } from './tags'
import { todos } from './todos'
import { users } from './users'
import { utilities } from './utilities'
import { utilityStates } from './utilityStates'
import { contracts } from './contracts'
import { utilityAccounts } from './utilityAccounts'
import { contractAccounts } from './contractAccounts'
import { meters } from './meters'
import { billPeriods } from './billPeriods'
import { views } from './views'
import { messageTemplates } from './messageTemplates'
import { teams } from './teams'

/** The server's declarations of the resources, in the order of the API document. */
export const resources: { readonly [N in ResourceName]: ServerResource<N> } = {
  users,
  profiles,
  tags,
  states,
  contentTypes,
  sourceNames,
  utilities,
  utilityStates,
  organizations,
  addresses,
  contacts,
  organizationAddresses,
  organizationContacts,
  opportunities,
  creditSetups,
  bids,
  suppliers,
  curves,
  curvePoints,
  heatContents,
  marketHolidays,
  quotes,
  notes,
  files,
  todos,
  organizationTodos,
  activities,
  messages,
  messageAttachments,
  contracts,
  utilityAccounts,
  meters,
  contractAccounts,
  billPeriods,
  views,
  messageTemplates,
  teams,
}

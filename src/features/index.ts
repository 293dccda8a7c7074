import { account } from './account/feature'
import { activities } from './activities/feature'
import { addresses } from './addresses/feature'
import { audit } from './audit/feature'
import { bids } from './bids/feature'
import { bulkChanges } from './bulkChanges/feature'
import { bureau } from './bureau/feature'
import { connections } from './connections/feature'
import { contacts } from './contacts/feature'
import { contracts } from './contracts/feature'
import { curves } from './curves/feature'
import type { Feature } from './feature'
import { heatContents } from './heatContents/feature'
import { help } from './help/feature'
import { home } from './home/feature'
import { imports } from './imports/feature'
import { links } from './links/feature'
import { marketHolidays } from './marketHolidays/feature'
import { merges } from './merges/feature'
import { messages } from './messages/feature'
import { notifications } from './notifications/feature'
import { opportunities } from './opportunities/feature'
import { organizations } from './organizations/feature'
import { reports } from './reports/feature'
import { suppliers } from './suppliers/feature'
import { tags } from './tags/feature'
import { tasks } from './tasks/feature'
import { trash } from './trash/feature'
import { users } from './users/feature'
import { utilityAccounts } from './utilityAccounts/feature'
import { utilityStates } from './utilityStates/feature'
import { meters } from './meters/feature'
import { webhooks } from './webhooks/feature'
import { messageTemplates } from './messageTemplates/feature'
import { teams } from './teams/feature'

/**
 * All product areas inside the layout, in the order in which their routes are matched. The bureau and the merges are before the organizations,
 * whose routes would match their paths as those of a record.
 */
export const features: readonly Feature[] = [
  home,
  opportunities,
  bids,
  contracts,
  reports,
  bureau,
  merges,
  organizations,
  contacts,
  addresses,
  links,
  tasks,
  activities,
  messages,
  notifications,
  suppliers,
  curves,
  heatContents,
  marketHolidays,
  imports,
  tags,
  utilityAccounts,
  utilityStates,
  meters,
  messageTemplates,
  teams,
  trash,
  bulkChanges,
  account,
  connections,
  webhooks,
  audit,
  users,
  help,
]

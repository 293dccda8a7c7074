import { account } from './account/feature'
import { activities } from './activities/feature'
import { addresses } from './addresses/feature'
import { bids } from './bids/feature'
import { bureau } from './bureau/feature'
import { connections } from './connections/feature'
import { contacts } from './contacts/feature'
import type { Feature } from './feature'
import { help } from './help/feature'
import { links } from './links/feature'
import { messages } from './messages/feature'
import { opportunities } from './opportunities/feature'
import { organizations } from './organizations/feature'
import { tags } from './tags/feature'
import { tasks } from './tasks/feature'
import { trash } from './trash/feature'
import { users } from './users/feature'

/**
 * Every area of the product inside the frame; the side menu keeps their order (SHELL-3). The bureau stands before the
 * organizations, whose addresses would take its own for that of a record.
 */
export const features: readonly Feature[] = [
  opportunities,
  bids,
  bureau,
  organizations,
  contacts,
  addresses,
  links,
  tasks,
  activities,
  messages,
  tags,
  trash,
  account,
  connections,
  users,
  help,
]

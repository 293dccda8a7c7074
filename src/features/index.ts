import type { ComponentType } from 'react'
import type { ResourceName } from '../contract'
import { account } from './account/feature'
import { activities } from './activities/feature'
import { addresses } from './addresses/feature'
import { bids } from './bids/feature'
import { bureau } from './bureau/feature'
import { connections } from './connections/feature'
import { contacts } from './contacts/feature'
import type { Feature } from './feature'
import { titleOf, type Creation, type MenuEntry } from '../resources/kit/resourceView'
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
 * All product areas inside the layout, in the order of the side menu (SHELL-3). The bureau is before the organizations,
 * whose routes would match its path as that of a record.
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

/** The menu entry of an area: its own, or that of its resource. */
const menuOf = ({ view, menu }: Feature): MenuEntry | undefined =>
  menu ?? (view?.menu && { label: titleOf(view), to: view.list ?? '/', ...view.menu })

/** The side menu. */
export const menuEntries: readonly (MenuEntry & { Badge?: ComponentType | undefined })[] = features.flatMap(
  (feature) => {
    const menu = menuOf(feature)
    return menu ? [{ ...menu, Badge: feature.Badge }] : []
  },
)

/** The creation commands, for users with the right to create such a record. */
export const creations: readonly (Creation & { resource: ResourceName; label: string })[] = features.flatMap(
  ({ view }) =>
    view?.creation ? [{ ...view.creation, resource: view.resource, label: `Create ${view.noun[0]}` }] : [],
)

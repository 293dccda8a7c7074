import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import ImportOutlined from '@ant-design/icons/es/icons/ImportOutlined'
import FileSearchOutlined from '@ant-design/icons/es/icons/FileSearchOutlined'
import SendOutlined from '@ant-design/icons/es/icons/SendOutlined'
import type { ComponentType } from 'react'
import type { ResourceName } from '../contract'
import { views } from '../resources'
import { renewalsPage } from '../resources/contracts/paths'
import { menuGroups, titleOf, type Creation, type MenuEntry } from '../resources/kit/resourceView'
import { trashPaths } from '../resources/trash/paths'
import { auditPagePath } from './audit/feature'
import { connectionsPath } from './connections/feature'
import { importsPagePath } from '../resources/kit/importPaths'
import { homePath } from './home/feature'
import { reportsPath } from './reports/feature'
import { webhooksPagePath } from './webhooks/feature'
import { features } from '.'

interface Entry extends MenuEntry {
  /** A counter, loaded after the menu. */
  Badge?: ComponentType | undefined
  /** The resource that it lists. */
  list?: ResourceName
}

const ofResources = views.flatMap((view): Entry[] => {
  const { menu, list = '/', resource } = view
  if (!menu) return []
  const Badge = features.find((feature) => feature.resource === resource)?.Badge
  return [{ label: titleOf(view), to: list, Badge, list: resource, ...menu }]
})

/** What the user's day holds, of all resources (HOME-1). */
const home: Entry = { group: 'day', label: 'Home', to: homePath, Icon: HomeOutlined, key: 'h' }

const installation = { for: ['team'], right: 'installation' } as const

/** The areas that show no resource of their own. */
const others: readonly Entry[] = [
  { group: 'directory', label: 'Renewals', to: renewalsPage, Icon: HistoryOutlined },
  { group: 'directory', label: 'Reports', to: reportsPath, Icon: BarChartOutlined },
  { group: 'administration', label: 'Trash', to: trashPaths.start, Icon: DeleteOutlined },
  {
    group: 'administration',
    label: 'Imports',
    to: importsPagePath,
    Icon: ImportOutlined,
    for: ['team'],
    right: 'import',
  },
  { group: 'administration', label: 'Connections', to: connectionsPath, Icon: ApiOutlined, ...installation },
  { group: 'administration', label: 'Audit', to: auditPagePath, Icon: FileSearchOutlined, ...installation },
  { group: 'administration', label: 'Webhooks', to: webhooksPagePath, Icon: SendOutlined, ...installation },
]

/** The side menu, by its groups; the resources that only some user types see come last (AUTH-16, SHELL-3). */
export const menuEntries: readonly Entry[] = [
  home,
  ...ofResources.filter((entry) => !entry.for),
  ...others,
  ...ofResources.filter((entry) => entry.for),
].toSorted((one, other) => menuGroups.indexOf(one.group) - menuGroups.indexOf(other.group))

/** The creation commands, for users with the right to create such a record. */
export const creations: readonly (Creation & { resource: ResourceName; label: string })[] = views.flatMap(
  ({ creation, resource, noun }) => (creation ? [{ ...creation, resource, label: `Create ${noun[0]}` }] : []),
)

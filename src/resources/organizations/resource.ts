import BankOutlined from '@ant-design/icons/es/icons/BankOutlined'
import { defineResourceView } from '../kit/resourceView'
import { OrganizationName } from './OrganizationName'
import { organizationName, organizationPaths } from './paths'

/** Legal entities (ORG-1). */
export const organizations = defineResourceView('organizations', {
  noun: ['organization', 'organizations'],
  list: organizationPaths.list,
  path: organizationPaths.details,
  Name: OrganizationName,
  nameOf: organizationName,
  menu: { group: 'directory', Icon: BankOutlined, key: 'r' },
  creation: { to: organizationPaths.bureauSearch() },
  emptyDescription:
    'Legal entities stand here: customers, suppliers and whoever else signs, with their contacts, addresses and bids.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

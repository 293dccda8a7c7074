import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import { defineResourceView } from '../kit/resourceView'
import { meterPaths } from './paths'

/** Meters of utility accounts (USE-2). */
export const meters = defineResourceView('meters', {
  noun: ['meter', 'meters'],
  ...meterPaths,
  menu: { group: 'directory', Icon: DashboardOutlined },
  creation: { to: meterPaths.list, isDialog: true },
  emptyDescription: 'Meters of utility accounts: what they burned makes the load profile.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

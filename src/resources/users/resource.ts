import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import { defineResourceView } from '../kit/resourceView'
import { userPaths } from './paths'

/** Accounts, administered by the provider’s team (AUTH-16). */
export const users = defineResourceView('users', {
  noun: ['user', 'users'],
  list: userPaths.list,
  menu: { group: 'administration', Icon: TeamOutlined, for: ['team'], right: 'users' },
  creation: { to: userPaths.list, isDialog: true },
  emptyDescription: 'Accounts come from registrations, or are made here.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import { defineResourceView } from '../kit/resourceView'
import { teamsPaths } from './paths'

/** Teams of users, to which records can be limited (TEAM-1). */
export const teams = defineResourceView('teams', {
  noun: ['team', 'teams'],
  ...teamsPaths,
  menu: { group: 'administration', Icon: LockOutlined, for: ['team'], right: 'users' },
  creation: { to: teamsPaths.list, isDialog: true },
  emptyDescription:
    'Opportunities, organizations and contacts can be limited to a team: then only its members and administrators see them.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

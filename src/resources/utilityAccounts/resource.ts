import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import { defineResourceView } from '../kit/resourceView'
import { utilityAccountPaths } from './paths'

/** Customer numbers of utilities (USE-1). */
export const utilityAccounts = defineResourceView('utilityAccounts', {
  noun: ['utility account', 'utility accounts'],
  ...utilityAccountPaths,
  menu: { group: 'directory', Icon: ProfileOutlined },
  creation: { to: utilityAccountPaths.list, isDialog: true },
  emptyDescription: 'The customer numbers of utilities, with their meters and what these burned.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

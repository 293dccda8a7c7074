import DeploymentUnitOutlined from '@ant-design/icons/es/icons/DeploymentUnitOutlined'
import { defineResourceView } from '../kit/resourceView'
import { utilityStatePaths } from './paths'
import { UtilityStateText } from './UtilityStateText'

/** The services of utilities, by state, with the rules of their enrollment (BID-5, CTR-5). */
export const utilityStates = defineResourceView('utilityStates', {
  noun: ['utility state', 'utility states'],
  list: utilityStatePaths.list,
  Name: UtilityStateText,
  menu: { group: 'administration', Icon: DeploymentUnitOutlined },
  creation: { to: utilityStatePaths.list, isDialog: true },
  emptyDescription:
    'The services of utilities stand here, with the day by which they want accounts enrolled.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

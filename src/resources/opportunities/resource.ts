import FundOutlined from '@ant-design/icons/es/icons/FundOutlined'
import { defineResourceView } from '../kit/resourceView'
import { opportunityPaths } from './paths'

/** Deals of customers, each with its bids (OPL-1). */
export const opportunities = defineResourceView('opportunities', {
  noun: ['opportunity', 'opportunities'],
  list: opportunityPaths.list,
  path: opportunityPaths.details,
  menu: { group: 'deals', Icon: FundOutlined, key: 'o', alsoAt: '/' },
  creation: { to: opportunityPaths.create },
  emptyDescription: 'Prospective deals stand here, each with its bids, notes and files.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

import FileDoneOutlined from '@ant-design/icons/es/icons/FileDoneOutlined'
import { defineResourceView } from '../kit/resourceView'
import { bidPaths } from './paths'

/** Offers within an opportunity (BID-1). */
export const bids = defineResourceView('bids', {
  noun: ['bid', 'bids'],
  list: bidPaths.list,
  menu: { group: 'deals', Icon: FileDoneOutlined },
  emptyDescription: 'The bids of all opportunities stand here. A bid is made in its opportunity.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

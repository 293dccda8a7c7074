import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import { defineResourceView } from '../kit/resourceView'
import { contractPaths } from './paths'

/** Contracts (CTR-1). */
export const contracts = defineResourceView('contracts', {
  noun: ['contract', 'contracts'],
  ...contractPaths,
  menu: { group: 'directory', Icon: AuditOutlined },
  creation: { to: contractPaths.list, isDialog: true },
  emptyDescription: 'The award of a quote makes a contract; those of existing customers are entered by hand.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

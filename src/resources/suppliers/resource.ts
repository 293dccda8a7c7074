import ShopOutlined from '@ant-design/icons/es/icons/ShopOutlined'
import { defineResourceView } from '../kit/resourceView'
import { supplierPaths } from './paths'

/** Competing suppliers of gas, which quote prices for bids (QUO-1). */
export const suppliers = defineResourceView('suppliers', {
  noun: ['supplier', 'suppliers'],
  ...supplierPaths,
  menu: { group: 'directory', Icon: ShopOutlined },
  creation: { to: supplierPaths.list, isDialog: true },
  emptyDescription: 'Suppliers quote prices for bids; here stands what is agreed with each.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

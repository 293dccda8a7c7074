import ShopOutlined from '@ant-design/icons/es/icons/ShopOutlined'
import { crudPaths, defineResourceView } from '../kit/resourceView'

const paths = crudPaths('/mpg/suppliers')

/** Competing suppliers of gas, which quote prices for bids (QUO-1). */
export const suppliers = defineResourceView('suppliers', {
  noun: ['supplier', 'suppliers'],
  ...paths,
  menu: { group: 'directory', Icon: ShopOutlined },
  creation: { to: paths.list, isDialog: true },
  emptyDescription: 'Suppliers quote prices for bids; here stands what is agreed with each.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import { defineResourceView } from '../kit/resourceView'
import { AddressName } from './AddressName'
import { addressPaths } from './paths'

/** Places of organizations (ADR-1). */
export const addresses = defineResourceView('addresses', {
  noun: ['address', 'addresses'],
  list: addressPaths.list,
  path: addressPaths.details,
  Name: AddressName,
  menu: { group: 'directory', Icon: EnvironmentOutlined },
  creation: { to: addressPaths.create() },
  emptyDescription: 'Where gas is delivered, bills are sent and people sit.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

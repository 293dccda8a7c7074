import { defineResourceView } from '../kit/resourceView'

/** Links between addresses and organizations (ADR-4). */
export const organizationAddresses = defineResourceView('organizationAddresses', {
  noun: ['address link', 'address links'],
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

import { defineResource } from '../kit/define'

export const organizationAddresses = defineResource('organizationAddresses', {
  search: ['organization.name', 'address.address_street', 'address.city'],
  keys: { organization: 'organization.name', address: 'address.address_street' },
  pair: { fields: ['organization', 'address'], text: 'already linked' },
  heldByOthers: true,
})

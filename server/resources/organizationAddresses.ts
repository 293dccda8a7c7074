import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    organizationAddresses: Searched &
      CascadedColumns & {
        organization_key: string | null
        address_key: string | null
      }
  }
}

export const organizationAddresses = defineResource('organizationAddresses', {
  description: 'Which organization uses which address, and what for.',
  search: ['organization.name', 'address.address_street', 'address.city'],
  sortKeys: { organization: 'organization.name', address: 'address.address_street' },
  uniqueTogether: { fields: ['organization', 'address'], text: 'already linked' },
  isCascaded: true,
})

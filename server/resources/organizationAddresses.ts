import { defineResource } from '../kit/define'
import { markForDuplicates } from './duplicateMarks'

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
  // Organizations of one name are told apart by their cities.
  after: (write, _id, { values, before }) =>
    markForDuplicates(write, 'organizations', [values.organization, before?.organization]),
  moved: (write, _id, { organization }) => markForDuplicates(write, 'organizations', [organization]),
})

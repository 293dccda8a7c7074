import { naicsCodes } from '../../src/contract/organizations'
import { problems } from '../../src/contract/problems'
import { goAlone } from '../kit/context'
import { defineResource } from '../kit/define'
import { keepFirstAddress, namesAddress } from './firstAddress'
import { logoColumns } from './organizationLogo'

export const organizations = defineResource('organizations', {
  table: 'organizations',
  links: {
    addresses: {
      table: 'organization_addresses',
      own: 'organization',
      target: 'address',
      // The first one is the one that the form edits: an active one if there is any.
      sort: ['property_status', 'organization_address_id'],
    },
    contacts: {
      table: 'organization_contacts',
      own: 'organization',
      target: 'contact',
      sort: ['employment_status', 'organization_contact_id'],
    },
    bids: { table: 'bids', own: 'legal_entity', target: 'bid_id' },
  },
  contents: { logo: 'logo_key' },
  search: ['name', 'dba', 'tax_id', 'duns_number', 'bin_number', 'zoominfo_id', 'addresses.city'],
  keys: { name: 'name' },
  check: ({ naics, state }) => ({
    ...((naics as string[] | undefined)?.every(naicsCodes.fits) === false ? { naics: naicsCodes.text } : {}),
    // Absent in a change that leaves the address alone.
    ...(state === null ? { state: problems.required } : {}),
  }),
  prepare: (write, values, { before, body }) => {
    // The address, and who shares it, are records of their own.
    if (namesAddress(values)) goAlone(write)
    return logoColumns(write, body, before)
  },
  after: keepFirstAddress,
  holds: [
    { resource: 'organizationAddresses', by: 'organization' },
    { resource: 'organizationContacts', by: 'organization' },
    { resource: 'organizationTodos', by: 'organization' },
    { resource: 'creditSetups', by: 'organization' },
    { resource: 'notes', by: 'owner_id', where: { owner_type: 'organization' } },
    { resource: 'files', by: 'owner_id', where: { owner_type: 'organization' } },
  ],
})

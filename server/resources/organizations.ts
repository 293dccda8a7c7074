import { sql, type SqlBool } from 'kysely'
import { emailKey } from '../../src/contract/emailKey'
import { naicsCodes } from '../../src/contract/organizations'
import { problems } from '../../src/contract/problems'
import { requireExclusive } from '../kit/context'
import { defineResource, digits, digitsMatch, nameMatch, phoneMatch } from '../kit/define'
import { duplicatesMarkedBy, leaveMerge } from './duplicateMarks'
import { keepFirstAddress, namesAddress } from './firstAddress'
import { logoColumns } from './organizationLogo'
import { assertFree } from './merges/kept'
import { markForReadiness } from './readiness'

declare module '../db/tables' {
  interface ServerColumns {
    organizations: Searched & {
      name_key: string
      dba_key: string | null
      contact_source_key: string | null
      type_key: string | null
      structure_key: string | null
      primary_industry_key: string | null
      /** The normalized name, for finding duplicates; null in rows that are still to be folded (refolds). */
      name_match: string | null
      tax_id_match: string | null
      duns_number_match: string | null
      bin_number_match: string | null
      phone_match: string | null
      /** Key of the logo in the file store. */
      logo_key: string | null
      /** Bytes, and the user they count for; null where there is none, or an old one. */
      logo_size: number | null
      logo_by: number | null
      /** True for organizations that came from the credit bureau. */
      from_bureau: boolean | null
    }
  }
}

const numbers = ['tax_id', 'duns_number', 'bin_number', 'zoominfo_id', 'phone'] as const

/** The numbers that the readiness of opportunities rests on. */
const readyBy = ['tax_id', 'fein_number', 'duns_number', 'bin_number'] as const

const markChanged = duplicatesMarkedBy('organizations', [
  ...(['name', 'tax_id', 'duns_number', 'bin_number', 'email', 'phone'] as const),
])

export const organizations = defineResource('organizations', {
  description: 'Legal entities: customers, suppliers and whoever else signs.',
  routes: 'own',
  limitedBy: 'team_id',
  links: {
    addresses: {
      table: 'organization_addresses',
      own: 'organization',
      target: 'address',
      // The first one is edited by the form: an active one if there is any.
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
  search: ['name', 'dba', ...numbers, ...numbers.map(digits), 'addresses.city'],
  sortKeys: { name: 'name' },
  foldedTexts: ['dba', 'contact_source', 'type', 'structure', 'primary_industry'],
  matchKeys: {
    name: nameMatch('name'),
    tax_id: digitsMatch('tax_id'),
    duns_number: digitsMatch('duns_number'),
    bin_number: digitsMatch('bin_number'),
    phone: phoneMatch('phone'),
  },
  duplicates: {
    email: ({ email }, { lower }) =>
      typeof email === 'string'
        ? sql<SqlBool>`organizations.email is not null and ${lower(sql.ref('organizations.email'))} = ${emailKey(email)}`
        : null,
  },
  check: ({ naics, state }) => ({
    ...(naics?.every(naicsCodes.fits) === false ? { naics: naicsCodes.text } : {}),
    // Absent in a change that leaves the address alone.
    ...(state === null ? { state: problems.required } : {}),
  }),
  prepare: (write, values, { before, body }) => {
    // The address, and its other organizations, are records of their own.
    if (namesAddress(values)) requireExclusive(write)
    return logoColumns(write, body, before)
  },
  after: async (write, id, context) => {
    await keepFirstAddress(write, id, context)
    const { values, before } = context
    if (
      before !== null &&
      readyBy.some((name) => values[name] !== undefined && values[name] !== before[name])
    )
      await markForReadiness(write, 'organization', [id])
    await markChanged(write, id, context)
  },
  // Its credit setups, contacts and files go and come with it.
  moved: async (write, id) => {
    await markForReadiness(write, 'organization', [id])
    await leaveMerge(write, 'organizations', id)
  },
  assertRemovable: (write, id) => assertFree(write, 'organizations', [id]),
  cascades: [
    { resource: 'organizationAddresses', by: 'organization' },
    { resource: 'organizationContacts', by: 'organization' },
    { resource: 'organizationTodos', by: 'organization' },
    { resource: 'creditSetups', by: 'organization' },
    { resource: 'notes', by: 'owner_id', where: { owner_type: 'organization' } },
    { resource: 'files', by: 'owner_id', where: { owner_type: 'organization' } },
  ],
})

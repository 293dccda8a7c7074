/** Parameters that narrow which links an answer names, wherever in the answer they stand. */
import { contract } from '../../../src/contract'
import type { Tables } from '../../db/tables'

/** The parameters, and the values that each may have. They narrow the links shown and never the list itself. */
export const narrowingValues: Readonly<Record<keyof Narrowing, readonly string[]>> = {
  organizations_addresses__property_status: contract.organizationAddresses.fields.property_status.options,
  organizations_contacts__employment_status: contract.organizationContacts.fields.employment_status.options,
}

export interface Narrowing {
  organizations_addresses__property_status?: string
  organizations_contacts__employment_status?: string
}

/** The values that columns of a link table's rows have to hold. */
export function narrowed(narrowing: Narrowing, table: keyof Tables): Readonly<Record<string, string>> {
  const {
    organizations_addresses__property_status: property,
    organizations_contacts__employment_status: employment,
  } = narrowing
  if (table === 'organization_addresses' && property !== undefined) return { property_status: property }
  if (table === 'organization_contacts' && employment !== undefined) return { employment_status: employment }
  return {}
}

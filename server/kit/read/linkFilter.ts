/** Applies the parameters of src/contract/linkFilters.ts to link tables. */
import type { LinkFilter } from '../../../src/contract/linkFilters'
import type { Tables } from '../../db/tables'

/** The required column values of a link table's rows. */
export function withLinkFilter(
  linkFilter: LinkFilter,
  table: keyof Tables,
): Readonly<Record<string, string>> {
  const {
    organizations_addresses__property_status: property,
    organizations_contacts__employment_status: employment,
  } = linkFilter
  if (table === 'organization_addresses' && property !== undefined) return { property_status: property }
  if (table === 'organization_contacts' && employment !== undefined) return { employment_status: employment }
  return {}
}

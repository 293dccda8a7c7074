import type { ResourceName } from '.'
import { statuses } from './statuses'

/**
 * Parameters that narrow which links an answer names, wherever in it they stand; they never narrow the list itself.
 * With each, its values, and the fields that hold fewer links because of it.
 */
export const linkFilters = {
  organizations_addresses__property_status: {
    values: statuses,
    fields: { addresses: ['organizations_addresses'], organizations: ['addresses'] },
  },
  organizations_contacts__employment_status: {
    values: statuses,
    fields: { contacts: ['organizations_contacts'], organizations: ['contacts'] },
  },
} as const satisfies Readonly<
  Record<string, { values: readonly string[]; fields: Partial<Record<ResourceName, readonly string[]>> }>
>

/** Link filters of a request. */
export type LinkFilter = {
  -readonly [K in keyof typeof linkFilters]?: (typeof linkFilters)[K]['values'][number]
}

/** The fields of each resource that do not hold all that belongs there in an answer that is narrowed so. */
export const filteredFields = (linkFilter: LinkFilter): Partial<Record<ResourceName, readonly string[]>> => {
  const fields: Partial<Record<ResourceName, readonly string[]>> = {}
  for (const name of Object.keys(linkFilter) as (keyof LinkFilter)[])
    for (const [resource, names] of Object.entries(linkFilters[name].fields) as [ResourceName, string[]][])
      fields[resource] = [...(fields[resource] ?? []), ...names]
  return fields
}

import { useCallback } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import type { CrudApi } from '../../api/kit/crudApi'
import type { ListArgs } from '../../api/kit/queries'
import { contract, targetOf, type ResourceName, type Row } from '../../contract'
import type { Field } from '../../contract/fields'
import type { Status } from '../../contract/statuses'
import type { StatusCounts } from '../../ui/list/StatusFilter'
import { organizationName } from '../organizations/paths'
import { countAnew } from './countAnew'

/**
 * The resources that link an organization with other records, with the field of each that says whether a link is active
 * or expired.
 */
const statusFields = {
  organizationContacts: 'employment_status',
  organizationAddresses: 'property_status',
} as const satisfies Partial<Record<ResourceName, string>>

export type LinkName = keyof typeof statusFields

/** One end of links: {organization: 5} for those of an organization. */
export type LinkEnd = Readonly<Record<string, number>>

/** A record at an end of a link. */
export interface LinkedRecord {
  resource: ResourceName
  id: number
}

/** The records that a link links: those without which there is none. */
export const endsOf = <N extends LinkName>(resource: N, link: Row<N>): readonly LinkedRecord[] =>
  Object.entries<Field>(contract[resource].fields).flatMap(([name, field]) =>
    field.kind === 'one' && field.required
      ? [{ resource: targetOf(field), id: (link as Readonly<Record<string, unknown>>)[name] as number }]
      : [],
  )

/** Name of the status field of a resource's links. */
export const statusFieldOf = <N extends LinkName>(resource: N) => statusFields[resource]

/** The status of a link. */
export const statusOf = <N extends LinkName>(resource: N, link: Row<N>): Status =>
  (link as Readonly<Record<string, unknown>>)[statusFields[resource]] as Status

/** List arguments for links of one end, and with a status where given. */
export const linkArgs = <N extends LinkName>(resource: N, end: LinkEnd, status?: Status) =>
  ({
    q: '',
    limit: 1,
    offset: 0,
    ordering: contract[resource].defaultOrdering,
    ...end,
    ...(status && { [statusFields[resource]]: status }),
  }) as ListArgs<N>

/** Numbers of active and expired links of an end (ORG-11, CON-8), counted by the server. */
export const useLinkCounts = <N extends LinkName>(
  api: CrudApi<N>,
  resource: N,
  end: LinkEnd,
): StatusCounts => {
  const active = api.list.useQuery(linkArgs(resource, end, 'active'), countAnew)
  const expired = api.list.useQuery(linkArgs(resource, end, 'expired'), countAnew)
  return { active: active.count, expired: expired.count }
}

/** Returns a function for the names of link ends; the number until loaded. */
export const useNames = (resource: 'contacts' | 'organizations') => {
  const rows = useAppSelector(({ entities }) => entities[resource])
  return useCallback(
    (id: number): string => {
      const name = rows?.[id]?.['name']
      if (typeof name !== 'string') return `#${id}`
      return resource === 'organizations' ? organizationName({ name }) : name
    },
    [rows, resource],
  )
}

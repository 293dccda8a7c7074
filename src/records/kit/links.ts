import { useCallback } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import type { PlainApi } from '../../api/kit/plainApi'
import type { ListArgs } from '../../api/kit/queries'
import { contract, type ResourceName, type Row } from '../../contract'
import type { Status } from '../../contract/statuses'
import type { StatusCounts } from '../../ui/list/StatusFilter'
import { countAnew } from './countAnew'

/** The resources that link an organization to something else, and how each calls what holds or has ended. */
const statusFields = {
  organizationContacts: 'employment_status',
  organizationAddresses: 'property_status',
} as const satisfies Partial<Record<ResourceName, string>>

export type LinkName = keyof typeof statusFields

/** One end of links: {organization: 5} for those of an organization. */
export type LinkEnd = Readonly<Record<string, number>>

/** The name of the status of a resource's links. */
export const statusFieldOf = <N extends LinkName>(resource: N) => statusFields[resource]

/** Whether a link holds. */
export const statusOf = <N extends LinkName>(resource: N, link: Row<N>): Status =>
  (link as Readonly<Record<string, unknown>>)[statusFields[resource]] as Status

/** What a list of links is asked with that is narrowed to an end of theirs, and to a status where one is given. */
export const linkArgs = <N extends LinkName>(resource: N, end: LinkEnd, status?: Status) =>
  ({
    q: '',
    limit: 1,
    offset: 0,
    ordering: contract[resource].defaultOrdering,
    ...end,
    ...(status && { [statusFields[resource]]: status }),
  }) as ListArgs<N>

/** How many links of an end are active, and how many have expired (ORG-11, CON-8). The server counts. */
export const useLinkCounts = <N extends LinkName>(
  api: PlainApi<N>,
  resource: N,
  end: LinkEnd,
): StatusCounts => {
  const active = api.list.useQuery(linkArgs(resource, end, 'active'), countAnew)
  const expired = api.list.useQuery(linkArgs(resource, end, 'expired'), countAnew)
  return { active: active.count, expired: expired.count }
}

/** Gives the names of the ends of links; a number until one is known. */
export const useNames = (resource: 'contacts' | 'organizations') => {
  const rows = useAppSelector(({ entities }) => entities[resource])
  return useCallback(
    (id: number): string => {
      const name = rows?.[id]?.['name']
      return typeof name === 'string' ? name : `#${id}`
    },
    [rows],
  )
}

import { useMemo } from 'react'
import { useAppSelector, usePermission, useRows } from '../../api/kit/hooks'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { contract, idOf, nameOf, type ResourceName, type Row } from '../../contract'
import { useAddressLine } from '../../resources/addresses/addressLine'
import { useAbortOfOlder } from '../../ui/list/useResourceList'
import { formatNumber } from '../../ui/value/numbers'
import { telling } from './matching'
import type { Group } from './option'
import {
  activities,
  addresses,
  bids,
  contacts,
  messages,
  opportunities,
  organizations,
  searched,
  tags,
  tasks,
  users,
  type Source,
} from './sources'

/** Maximum number of records per resource. */
const most = 5

/** Minimum length of a search for records. */
export const fewestCharacters = 2

/** The results of one resource. */
interface Found extends Group {
  /** Undefined until answered. */
  count: number | undefined
  error: ApiError | undefined
  retry: () => void
}

const none: readonly number[] = []

const useSource = <N extends ResourceName>(source: Source<N>, q: string, isAllowed = true): Found => {
  const { resource, title, endpoint, within, list } = source
  const args = useMemo(
    () => ({
      ...within,
      q,
      limit: most,
      offset: 0,
      ordering: contract[resource].defaultOrdering,
    }),
    [resource, within, q],
  )
  const skip = !isAllowed || [...q].length < fewestCharacters
  const { currentData, error, isFetching, refetch } = endpoint.useQuery(args, { skip })
  useAbortOfOlder(endpoint.name, args)
  const rows = useRows(resource, currentData?.ids ?? none)
  const call = source.nameOf ?? ((row: Row<N>) => nameOf(resource, row))
  const count = skip ? 0 : currentData?.count
  const options = rows.map((row) => ({
    key: `${resource}:${idOf(resource, row)}`,
    label: call(row),
    detail: telling(source.details?.(row) ?? [], q),
    to: source.to(row),
  }))
  const more =
    list !== undefined && count !== undefined && count > rows.length
      ? [{ key: resource, label: `All ${formatNumber(count)} in ${title}`, to: searched(list, q) }]
      : []
  return {
    title,
    options: [...options, ...more],
    count,
    error: isFetching || skip ? undefined : asApiError(error),
    retry: () => void refetch(),
  }
}

/** Contacts also match by their data at organizations. */
const useContacts = (): Source<'contacts'> => {
  const links = useAppSelector(({ entities }) => entities.organizationContacts)
  return {
    ...contacts,
    details: (contact) => [
      ...(contacts.details?.(contact) ?? []),
      ...contact.organizations_contacts.flatMap((id) => {
        const link = links?.[id] as Row<'organizationContacts'> | undefined
        return link ? [link.work_email, link.work_mobile, link.work_office_phone] : []
      }),
    ],
  }
}

/**
 * The matching records of every resource: each group is shown after all groups before it, so that the list does not
 * shift.
 */
export const useFound = (q: string) => {
  const { isAllowed } = usePermission('users', 'create')
  const found = [
    useSource(opportunities, q),
    useSource(organizations, q),
    useSource(useContacts(), q),
    useSource({ ...addresses, nameOf: useAddressLine() }, q),
    useSource(bids, q),
    useSource(tasks, q),
    useSource(activities, q),
    useSource(messages, q),
    useSource(tags, q),
    useSource(users, q, isAllowed),
  ]
  const failed = found.filter(({ error }) => error)
  const awaited = found.findIndex(({ count, error }) => count === undefined && !error)
  return {
    groups: awaited < 0 ? found : found.slice(0, awaited),
    isSearching: awaited >= 0,
    failed,
    retry: () => failed.forEach((each) => each.retry()),
  }
}

import { useMemo } from 'react'
import { useAppSelector, useRows } from '../../api/kit/hooks'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { contract, idOf, nameOf, type ResourceName, type Row } from '../../contract'
import type { LoadedResource } from '../../resources'
import { isOffered, titleOf, type RecordSearch, type ResourceView } from '../../resources/kit/resourceView'
import { selectIdentity } from '../../store/currentUser'
import { useAbortOfOlder } from '../../ui/list/useResourceList'
import { formatNumber } from '../../ui/value/numbers'
import { telling } from './matching'
import type { Group } from './option'

/** A resource searched by the palette. */
interface Source<N extends ResourceName> {
  view: ResourceView<N>
  search: RecordSearch<N>
  nameOf: (row: Row<N>) => string
}

/** A resource as a source, if it is searched. */
const sourceOf = <N extends ResourceName>({
  view,
  parts: { search, nameOf: call },
}: LoadedResource<N>): Source<N>[] =>
  search ? [{ view, search, nameOf: search.nameOf ?? call ?? ((row) => nameOf(view.resource, row)) }] : []

/** Path of a list with a search. */
const searched = (list: string, q: string) => `${list}?${new URLSearchParams({ q }).toString()}`

/** Path of a record: its page, or the list filtered by its name. */
const pathOf = <N extends ResourceName>(
  { view: { resource, path, list = '/' }, nameOf: call }: Source<N>,
  row: Row<N>,
) => (path ? path(idOf(resource, row)) : searched(list, call(row)))

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

const noHook = () => undefined

const useSource = <N extends ResourceName>(source: Source<N>, q: string): Found => {
  const { view, search } = source
  const { resource, list } = view
  const { within, endpoint } = search
  const title = view.menu?.label ?? titleOf(view)
  const who = useAppSelector(selectIdentity)
  const isAllowed = isOffered(view.menu ?? {}, who)
  const { useRelated = noHook } = search
  const related = useRelated()
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
  const call = related?.nameOf ?? source.nameOf
  const details = related?.details ?? search.details
  const count = skip ? 0 : currentData?.count
  const options = rows.map((row) => ({
    key: `${resource}:${idOf(resource, row)}`,
    label: call(row),
    detail: telling(details?.(row) ?? [], q),
    to: search.to?.(row) ?? pathOf(source, row),
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

type UseAll = (q: string) => readonly Found[]

/**
 * A hook for the matching records of every resource: each group is shown after all groups before it, so that the list
 * does not shift.
 */
export const searchOf = (resources: readonly LoadedResource[]) => {
  const useAll = resources.flatMap(sourceOf).reduce<UseAll>(
    (useOthers, source) => {
      const useThese: UseAll = (q) => [...useOthers(q), useSource(source, q)]
      return useThese
    },
    () => [],
  )
  return (q: string) => {
    const found = useAll(q)
    const failed = found.filter(({ error }) => error)
    const awaited = found.findIndex(({ count, error }) => count === undefined && !error)
    return {
      groups: awaited < 0 ? found : found.slice(0, awaited),
      isSearching: awaited >= 0,
      failed,
      retry: () => failed.forEach((each) => each.retry()),
    }
  }
}

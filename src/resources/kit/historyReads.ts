import { historyApi, type TimelineArgs } from '../../api/historyApi'
import type { ResourceName } from '../../contract'
import { timelineKindsOf } from '../../contract/history'
import { idFrom } from '../../ui/page/idFrom'
import { readOf, type PageAddress, type ReadAt } from '../../ui/page/pageRoute'

/** The parameter of the address that keeps the kind. */
export const historyParameter = 'history'

/** The kind of entries that an address asks for; null: all of them. */
export const historyKind = (resource: ResourceName, query: URLSearchParams): TimelineArgs['kind'] =>
  timelineKindsOf(resource).find((known) => known === query.get(historyParameter)) ?? null

/** Reads the history of the record of an address. */
export const historyReads = (resource: ResourceName, { params, search }: PageAddress, param = 'id') => {
  const id = idFrom(params[param])
  const kind = historyKind(resource, new URLSearchParams(search))
  return id === null ? [] : [readOf(historyApi.endpoints.timeline, { resource, id, kind })]
}

interface TabAddress {
  /** The route parameter with the id, by default 'id'. */
  param?: string
  /** The tab of an address, by default its route parameter 'type'. */
  tabOf?: (address: PageAddress) => string | null | undefined
}

/** The reads of a record's tabs: on that of the history, this as well. */
export const withHistory =
  (
    resource: ResourceName,
    reads: ReadAt,
    { param, tabOf = ({ params }) => params['type'] }: TabAddress = {},
  ): ReadAt =>
  (address) => [
    ...reads(address),
    ...(tabOf(address) === 'history' ? historyReads(resource, address, param) : []),
  ]

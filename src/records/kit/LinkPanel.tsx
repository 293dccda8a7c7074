import { useMemo, type ReactNode } from 'react'
import type { PlainApi } from '../../api/kit/plainApi'
import { contract, idOf, type Contract, type Row } from '../../contract'
import { ListToolbar } from '../../ui/list/ListToolbar'
import { Pagination } from '../../ui/list/Pagination'
import { StatusFilter } from '../../ui/list/StatusFilter'
import { useResourceList } from '../../ui/list/useResourceList'
import { useStatusList, type StatusList } from '../../ui/list/useStatusList'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/ResourceTable'
import { statusFieldOf, useLinkCounts, type LinkEnd, type LinkName } from './links'
import './link-panel.css'

interface LinkPanelProps<N extends LinkName> {
  resource: N
  api: PlainApi<N>
  /** Whose links these are. */
  end: LinkEnd
  /** What the other ends are called, in the plural and in small letters: 'contacts'. */
  noun: string
  /** By which they are sorted unless something else is chosen. Always the same. */
  sort: Contract[N]['orderings'][number]
  columns: readonly Column<Row<N>>[]
  /** The ways to further links. */
  actions: ReactNode
  /** What belongs here, for whoever finds nothing yet. */
  about: string
}

/** What the server is asked for: those of one end that match, or all of them with those that match first. */
const asked = (resource: LinkName, end: LinkEnd, sort: string, list: StatusList): StatusList => {
  const { state, status, showsAll } = list
  const field = statusFieldOf(resource)
  const grouped = status === 'active' ? field : `-${field}`
  const narrowing = showsAll ? {} : { [field]: status }
  return {
    ...list,
    state: {
      ...state,
      sort: showsAll && state.sort === sort ? grouped : state.sort,
      filters: {
        ...Object.fromEntries(Object.entries(end).map(([name, id]) => [name, String(id)])),
        ...narrowing,
      },
    },
  }
}

/** The links of a record in pages, narrowed by status, with the way to each and to further ones (ORG-11, CON-8). */
export const LinkPanel = <N extends LinkName>({
  resource,
  api,
  end,
  noun,
  sort,
  columns,
  actions,
  about,
}: LinkPanelProps<N>) => {
  const rules = useMemo(() => ({ ...contract[resource], defaultOrdering: sort }), [resource, sort])
  const list = useStatusList(rules)
  const { status, showsAll } = list
  const toAsk = useMemo(() => asked(resource, end, sort, list), [resource, end, sort, list])
  const answered = useResourceList(resource, api.list, toAsk)
  const counts = useLinkCounts(api, resource, end)
  return (
    <>
      <div className="link-panel-head">
        {/* The words of the parts, whatever it is that has a status (part 2 §4). */}
        <StatusFilter label="Property Status" list={list} counts={counts} />
        <div className="link-panel-actions">{actions}</div>
      </div>
      <ListToolbar list={list} searchLabel={`Search ${noun}`} />
      <ResourceTable
        noun={showsAll ? noun : `${status} ${noun}`}
        columns={columns}
        idOf={(row) => idOf(resource, row)}
        list={{ ...list, state: { ...list.state, sort: toAsk.state.sort } }}
        narrowing={Object.keys(list.state.filters)}
        answered={answered}
        about={about}
        whenEmpty={null}
      />
      <Pagination list={list} answered={answered} />
    </>
  )
}

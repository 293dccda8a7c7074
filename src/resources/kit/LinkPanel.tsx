import { useMemo, type ReactNode } from 'react'
import type { CrudApi } from '../../api/kit/crudApi'
import { contract, idOf, type Contract, type Row } from '../../contract'
import { ListToolbar } from '../../ui/list/ListToolbar'
import { SortChoice } from '../../ui/list/SortChoice'
import { Pagination } from '../../ui/list/Pagination'
import { StatusFilter } from '../../ui/list/StatusFilter'
import { useResourceList } from '../../ui/list/useResourceList'
import { useStatusList, type StatusList } from '../../ui/list/useStatusList'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/ResourceTable'
import { IfAllowed } from './IfAllowed'
import { statusFieldOf, useLinkCounts, type LinkEnd, type LinkName } from './links'
import './link-panel.css'

interface LinkPanelProps<N extends LinkName> {
  resource: N
  api: CrudApi<N>
  /** The record of the links. */
  end: LinkEnd
  /** Name of the linked records, plural and lower case: 'contacts'. */
  noun: string
  /** Default ordering; a constant. */
  sort: Contract[N]['orderings'][number]
  columns: readonly Column<Row<N>>[]
  /** Buttons and links for further links. */
  actions: ReactNode
  /** Description for the empty list. */
  emptyDescription: string
}

/** List arguments: the links of one record with the chosen status, or all of them with those first. */
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

/** The links of a record, paginated and filtered by status, with their actions (ORG-11, CON-8). */
export const LinkPanel = <N extends LinkName>({
  resource,
  api,
  end,
  noun,
  sort,
  columns,
  actions,
  emptyDescription,
}: LinkPanelProps<N>) => {
  const rules = useMemo(() => ({ ...contract[resource], defaultOrdering: sort }), [resource, sort])
  const list = useStatusList(rules)
  const { status, showsAll } = list
  const toAsk = useMemo(() => asked(resource, end, sort, list), [resource, end, sort, list])
  const answered = useResourceList(resource, api.list, toAsk)
  const counts = useLinkCounts(api, resource, end)
  return (
    <>
      <div className="link-panel-head row-apart">
        {/* The texts of the parts (part 2 §4), except where contacts are asked about. */}
        <StatusFilter
          label={'contact' in end ? 'Employment Status' : 'Property Status'}
          list={list}
          counts={counts}
        />
        <IfAllowed to="create" of={resource}>
          <div className="link-panel-actions">{actions}</div>
        </IfAllowed>
      </div>
      <ListToolbar list={list} searchLabel={`Search ${noun}`}>
        <SortChoice columns={columns} list={{ ...list, state: { ...list.state, sort: toAsk.state.sort } }} />
      </ListToolbar>
      <ResourceTable
        noun={showsAll ? noun : `${status} ${noun}`}
        columns={columns}
        idOf={(row) => idOf(resource, row)}
        list={{ ...list, state: { ...list.state, sort: toAsk.state.sort } }}
        activeFilters={Object.keys(list.state.filters)}
        query={answered}
        emptyDescription={emptyDescription}
        emptyAction={null}
      />
      <Pagination list={list} answered={answered} />
    </>
  )
}

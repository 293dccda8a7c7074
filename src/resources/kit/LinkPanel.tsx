import { useMemo, useState, type ReactNode } from 'react'
import type { CrudApi } from '../../api/kit/crudApi'
import { useIsAllowed } from '../../api/kit/hooks'
import { contract, idOf, type Contract, type Row } from '../../contract'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { ListToolbar } from '../../ui/list/ListToolbar'
import { SortChoice } from '../../ui/list/SortChoice'
import { Pagination } from '../../ui/list/Pagination'
import { StatusFilter } from '../../ui/list/StatusFilter'
import { useResourceList } from '../../ui/list/useResourceList'
import { useStatusList, type StatusList } from '../../ui/list/useStatusList'
import type { Column } from '../../ui/table/columns'
import { EditLink } from '../../ui/table/EditLink'
import { ResourceTable } from '../../ui/table/ResourceTable'
import { RowActions } from '../../ui/table/RowActions'
import { IfAllowed } from './IfAllowed'
import { endsOf, statusFieldOf, useLinkCounts, type LinkEnd, type LinkName } from './links'
import './link-panel.css'

const RemoveLink = lazyDialog(async () => (await import('./RemoveLink')).RemoveLink)

interface LinkPanelProps<N extends LinkName> {
  resource: N
  api: CrudApi<N>
  /** The record of the links. */
  end: LinkEnd
  /** Name of the linked records, plural and lower case: 'contacts'. */
  noun: string
  /** Default ordering; a constant. */
  sort: Contract[N]['orderings'][number]
  /** Columns before the actions of a row. */
  columns: readonly Column<Row<N>>[]
  /** The name of a link's other end, as far as it is loaded; a stable function. */
  nameOf: (link: Row<N>) => string
  /** Path of a link's form; a constant. */
  editOf: (link: Row<N>) => string
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

/** The columns with the actions that the user may take with a link. */
const useColumns = <N extends LinkName>(
  {
    resource,
    columns,
    nameOf,
    editOf,
  }: Pick<LinkPanelProps<N>, 'resource' | 'columns' | 'nameOf' | 'editOf'>,
  remove: (link: Row<N>) => void,
) => {
  const mayChange = useIsAllowed(resource, 'change')
  const mayRemove = useIsAllowed(resource, 'remove')
  return useMemo((): readonly Column<Row<N>>[] => {
    if (!mayChange && !mayRemove) return columns
    const show = (link: Row<N>) => (
      <RowActions
        name={nameOf(link)}
        edit={undefined}
        remove={mayRemove ? () => remove(link) : undefined}
        removeLabel="Remove"
      >
        {mayChange && <EditLink to={editOf(link)} name={nameOf(link)} />}
      </RowActions>
    )
    return [...columns, { key: 'actions', title: 'Actions', isActions: true, width: '68px', show }]
  }, [columns, nameOf, editOf, remove, mayChange, mayRemove])
}

/** The links of a record, paginated and filtered by status, with their actions (ORG-8, ORG-9, ORG-11, CON-8, ADR-3). */
export const LinkPanel = <N extends LinkName>({
  resource,
  api,
  end,
  noun,
  sort,
  columns,
  nameOf,
  editOf,
  actions,
  emptyDescription,
}: LinkPanelProps<N>) => {
  const rules = useMemo(() => ({ ...contract[resource], defaultOrdering: sort }), [resource, sort])
  const list = useStatusList(rules)
  const { status, showsAll } = list
  const toAsk = useMemo(() => asked(resource, end, sort, list), [resource, end, sort, list])
  const answered = useResourceList(resource, api.list, toAsk)
  const counts = useLinkCounts(api, resource, end)
  const [toRemove, setToRemove] = useState<Row<N> | null>(null)
  const [remove] = api.remove.useMutation()
  const withActions = useColumns({ resource, columns, nameOf, editOf }, setToRemove)
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
        <SortChoice
          columns={withActions}
          list={{ ...list, state: { ...list.state, sort: toAsk.state.sort } }}
        />
      </ListToolbar>
      <ResourceTable
        noun={showsAll ? noun : `${status} ${noun}`}
        columns={withActions}
        idOf={(row) => idOf(resource, row)}
        list={{ ...list, state: { ...list.state, sort: toAsk.state.sort } }}
        activeFilters={Object.keys(list.state.filters)}
        query={answered}
        emptyDescription={emptyDescription}
        emptyAction={null}
      />
      <Pagination list={list} answered={answered} />
      {toRemove && (
        <RemoveLink
          ends={endsOf(resource, toRemove)}
          remove={() => remove(idOf(resource, toRemove)).unwrap()}
          close={() => setToRemove(null)}
        />
      )}
    </>
  )
}

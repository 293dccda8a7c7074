import { useMemo, type ReactNode } from 'react'
import { idOf, type ResourceName, type Row } from '../../contract'
import { exportPath } from '../../contract/exports'
import { ColumnMenu } from '../table/ColumnMenu'
import type { Column } from '../table/columns'
import { DensityButton } from '../table/DensityButton'
import { ResourceTable } from '../table/ResourceTable'
import { useColumns } from '../table/useColumns'
import { ExportMenu } from './ExportMenu'
import { exportParams, listConditions } from './listArgs'
import { ListToolbar } from './ListToolbar'
import { PageIdsContext } from './pageIds'
import { Pagination } from './Pagination'
import { rowChoice, useRowSelection, type Selectable } from './rowSelection'
import { SelectionBar } from './SelectionBar'
import { SortChoice } from './SortChoice'
import type { ListControl } from './useListState'
import { useResourceList, type ListEndpoint, type Within } from './useResourceList'

export interface ListBodyProps<N extends ResourceName> {
  resource: N
  endpoint: ListEndpoint<N>
  list: ListControl
  /** Filters of the record that the list belongs to; a stable object. */
  within?: Within
  /** Its rows are not links. */
  isAside?: boolean
  /** It is that of the resource's trash. */
  isTrash?: boolean
  /** The rows' name, in the plural: 'bids'. */
  noun: string
  columns: readonly Column<Row<N>>[]
  /** Title of the empty list, if not 'There are no opportunities yet.'. */
  emptyTitle?: string
  /** Description for the empty list. */
  emptyDescription?: string | undefined
  /** Action for the empty list. */
  emptyAction?: ReactNode
  /** Filter inputs in the toolbar. */
  filters?: ReactNode
  /** The filters by fields, below the toolbar (VIEW-1). */
  chips?: ReactNode
  /** The saved views of the list. */
  views?: ReactNode
  /** Chooses another shape of the list. */
  shapeSwitch?: ReactNode
  /** Enables the selection of rows for bulk actions. */
  selectable?: Selectable<Row<N>> | undefined
}

const noRows: readonly never[] = []

/** A list as a page or part of one: search, filters, columns, rows and pagination (LIST-1 to LIST-6). */
export const ListBody = <N extends ResourceName>({
  resource,
  endpoint,
  list,
  within,
  isAside,
  isTrash = false,
  noun,
  columns,
  emptyTitle,
  emptyDescription,
  emptyAction,
  filters,
  chips,
  views,
  shapeSwitch,
  selectable,
}: ListBodyProps<N>) => {
  const answered = useResourceList(resource, endpoint, list, within, isAside)
  const { rows } = answered
  const ids = useMemo(() => (rows ?? []).map((row) => idOf(resource, row)), [resource, rows])
  const params = useMemo(() => listConditions(list.state, within), [list.state, within])
  const selection = useRowSelection(JSON.stringify(params))
  const shown = { count: answered.count, params }
  const choice = selectable && rowChoice(selectable, selection, rows, ids)
  const bar = selectable && {
    rows: rows ?? noRows,
    idOf: (row: Row<N>) => idOf(resource, row),
    selection,
    selectable,
    shown,
  }
  const isSelected = selection.isAll || selection.ids.length > 0
  const chosen = useColumns(resource, columns)
  // Filters fixed by the list's record are not active filters, though the URL may contain them.
  const narrowing = Object.keys(list.state.filters).filter((name) => !(within && name in within))
  return (
    <>
      <ListToolbar list={list} searchLabel={`Search ${noun}`} filters={filters} views={views}>
        {shapeSwitch}
        <SortChoice columns={chosen.shown} list={list} />
        <DensityButton />
        <ColumnMenu columns={chosen} />
        <ExportMenu
          path={exportPath(resource)}
          columns={chosen.shown}
          hasShapes={Boolean(shapeSwitch)}
          params={() => exportParams(list.state, within, isTrash)}
        />
      </ListToolbar>
      {chips}
      {bar && !selectable.takesAll && (choice || isSelected) && <SelectionBar {...bar} />}
      <PageIdsContext value={ids}>
        <ResourceTable
          noun={noun}
          columns={chosen.shown}
          moveEdge={chosen.moveEdge}
          choice={choice}
          idOf={(row) => idOf(resource, row)}
          list={list}
          activeFilters={narrowing}
          query={answered}
          emptyTitle={emptyTitle}
          emptyDescription={emptyDescription}
          emptyAction={emptyAction}
        />
      </PageIdsContext>
      {bar && selectable.takesAll && isSelected && <SelectionBar {...bar} isBelow />}
      <Pagination list={list} answered={answered} />
    </>
  )
}

import { Button } from '../antd/Button'
import type { ReactNode } from 'react'
import { capitalized } from '../../contract/formats'
import { CardView } from './CardView'
import type { Column } from './columns'
import { EmptyState } from '../feedback/EmptyState'
import { ErrorState } from '../feedback/ErrorState'
import { ProgressLine } from '../feedback/ProgressLine'
import { TableView } from './TableView'
import type { RowChoice } from '../list/rowSelection'
import type { ListControl } from '../list/useListState'
import { useIsNarrow } from '../hooks/useMediaQuery'
import type { ListAnswered } from '../list/useResourceList'
import { useFocusInRows } from './useFocusInRows'
import './resource-table.css'

interface ResourceTableProps<R> {
  /** The rows' name, in the plural: 'opportunities'. */
  noun: string
  columns: readonly Column<R>[]
  idOf: (row: R) => number
  list: ListControl
  /** The active filters. */
  activeFilters: readonly string[]
  query: ListAnswered<R>
  /** Where given, column edges can be moved, by percent of the table's width. */
  moveEdge?: (key: string, by: number) => void
  /** The rows to choose with checkboxes; without it there are none. */
  choice?: RowChoice<R> | undefined
  /** Title of the empty list, if not 'There are no opportunities yet.'. */
  emptyTitle?: string | undefined
  /** Description for the empty list. */
  emptyDescription?: string | undefined
  /** Action for the empty list. */
  emptyAction: ReactNode
}

/**
 * The body of every list page: a table, or cards on narrow screens. Rows stay while newer ones load; loading, no match
 * and failure have their own states (LIST-6).
 */
export const ResourceTable = <R,>({
  noun,
  columns,
  idOf,
  list,
  activeFilters,
  query,
  moveEdge,
  choice,
  emptyTitle = `There are no ${noun} yet.`,
  emptyDescription,
  emptyAction,
}: ResourceTableProps<R>) => {
  const isNarrow = useIsNarrow()
  const { rows, count, error, fetching, retry } = query
  const { q } = list.state
  const isFiltered = activeFilters.length > 0
  const focusInRows = useFocusInRows(rows !== undefined)
  const clearFilter = isFiltered && (
    <Button onClick={() => list.act({ type: 'filtersCleared', names: activeFilters })}>
      Clear the filter
    </Button>
  )

  if (error && !rows)
    return (
      <ErrorState title={`The ${noun} could not be loaded.`} error={error} retry={retry}>
        {/* A filter in the URL may be invalid. */}
        {error.status === 400 && clearFilter}
      </ErrorState>
    )

  const isEmpty = rows !== undefined && count === 0
  const empty = isEmpty ? (
    q || isFiltered ? (
      <EmptyState title={q ? `No ${noun} match “${q}”.` : `No ${noun} match the filter.`}>
        <div className="state-actions">
          {q && <Button onClick={() => list.act({ type: 'searched', q: '' })}>Clear the search</Button>}
          {clearFilter}
        </div>
      </EmptyState>
    ) : (
      <EmptyState title={emptyTitle}>
        {emptyDescription && <p className="quiet">{emptyDescription}</p>}
        {emptyAction}
      </EmptyState>
    )
  ) : undefined
  const view = { label: capitalized(noun), columns, rows, idOf, choice }

  return (
    <>
      {error && (
        <ErrorState inline title={`This page of ${noun} could not be loaded.`} error={error} retry={retry} />
      )}
      <div className="resource-table" aria-busy={fetching} {...focusInRows}>
        {fetching && <ProgressLine label={`Loading ${noun}`} />}
        {isNarrow ? (
          (empty ?? <CardView {...view} expected={list.state.size} />)
        ) : (
          <TableView {...view} list={list} moveEdge={moveEdge} empty={empty} />
        )}
      </div>
    </>
  )
}

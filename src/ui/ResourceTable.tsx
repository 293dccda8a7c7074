import Button from 'antd/es/button'
import type { CSSProperties, ReactNode } from 'react'
import { CardView } from './CardView'
import type { Column } from './columns'
import { EmptyState } from './EmptyState'
import { ErrorState } from './ErrorState'
import { TableView } from './TableView'
import type { ListControl } from './useListState'
import { useIsNarrow } from './useMediaQuery'
import type { ListAnswered } from './useResourceList'
import './resource-table.css'

interface ResourceTableProps<R> {
  /** What the rows are called, in the plural: 'opportunities'. */
  noun: string
  columns: readonly Column<R>[]
  idOf: (row: R) => number
  list: ListControl
  answered: ListAnswered<R>
  /** Where given, the edges between columns can be moved, by so many percent of the table. */
  moveEdge?: (key: string, by: number) => void
  /** What to do where there are no rows at all. */
  whenEmpty: ReactNode
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * The body of every list page: a table, or cards on narrow screens. Rows stay while newer ones load; nothing
 * yet, no match and failure each say what is the case (LIST-6).
 */
export const ResourceTable = <R,>({
  noun,
  columns,
  idOf,
  list,
  answered,
  moveEdge,
  whenEmpty,
}: ResourceTableProps<R>) => {
  const isNarrow = useIsNarrow()
  const { rows, count, error, fetching, retry } = answered
  const { q } = list.state

  if (error && !rows)
    return <ErrorState title={`The ${noun} could not be loaded.`} error={error} retry={retry} />

  const body = () => {
    if (rows && count === 0 && q) {
      return (
        <EmptyState title={`No ${noun} match “${q}”.`}>
          <Button onClick={() => list.act({ type: 'searched', q: '' })}>Clear the search</Button>
        </EmptyState>
      )
    }
    if (rows && count === 0) return <EmptyState title={`There are no ${noun} yet.`}>{whenEmpty}</EmptyState>
    const view = { label: capitalized(noun), columns, rows, idOf, list }
    return isNarrow ? <CardView {...view} /> : <TableView {...view} moveEdge={moveEdge} />
  }

  return (
    <>
      {error && (
        <ErrorState inline title={`This page of ${noun} could not be loaded.`} error={error} retry={retry} />
      )}
      <div
        className="resource-table"
        style={{ '--shown-columns': columns.length } as CSSProperties}
        aria-busy={fetching}
      >
        {fetching && <div className="progress-line" role="progressbar" aria-label={`Loading ${noun}`} />}
        {body()}
      </div>
    </>
  )
}

import type { Column } from '../table/columns'
import { useIsNarrow } from '../hooks/useMediaQuery'
import type { ListControl } from './useListState'

interface SortChoiceProps<R> {
  columns: readonly Column<R>[]
  list: ListControl
}

/** The sort order of a list shown as cards, which have no column headers. */
export const SortChoice = <R,>({ columns, list: { state, act } }: SortChoiceProps<R>) => {
  if (!useIsNarrow()) return null
  return (
    <label className="list-size card-sort">
      Sort by
      <select value={state.sort} onChange={(event) => act({ type: 'sortChosen', sort: event.target.value })}>
        {columns
          .filter(({ sortable, sortsBy }) => sortable && !sortsBy)
          .flatMap(({ key, title }) => [
            <option key={key} value={key}>{`${title}, ascending`}</option>,
            <option key={`-${key}`} value={`-${key}`}>{`${title}, descending`}</option>,
          ])}
      </select>
    </label>
  )
}

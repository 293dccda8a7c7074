import { Button } from '../antd/Button'
import { Checkbox } from '../antd/Checkbox'
import { useIsNarrow } from '../hooks/useMediaQuery'
import { formatNumber } from '../value/numbers'
import type { RowSelection, Selectable } from './rowSelection'
import './selection-bar.css'

interface SelectionBarProps<R> {
  /** The rows of the current page. */
  rows: readonly R[]
  idOf: (row: R) => number
  selection: RowSelection
  selectable: Selectable<R>
}

/** The checkbox for all rows of the page, which a table has in its header. */
const AllBox = <R,>({ rows, idOf, selection, selectable }: SelectionBarProps<R>) => {
  const { ids, choose } = selection
  const here = rows.filter(selectable.isSelectable).map(idOf)
  const others = ids.filter((id) => !here.includes(id))
  const selected = ids.length - others.length
  return (
    <Checkbox
      disabled={here.length === 0}
      checked={here.length > 0 && selected === here.length}
      indeterminate={selected > 0 && selected < here.length}
      onChange={({ target }) => choose(target.checked ? [...others, ...here] : others)}
    >
      All on this page
    </Checkbox>
  )
}

/** Above a list with selectable rows: the number of selected rows, and their actions. */
export const SelectionBar = <R,>(props: SelectionBarProps<R>) => {
  const { selection, selectable } = props
  const { ids, clear } = selection
  return (
    <div className="selection-bar row" role="group" aria-label="Selection">
      {useIsNarrow() && <AllBox {...props} />}
      <span role="status">{ids.length > 0 && `${formatNumber(ids.length)} selected`}</span>
      {ids.length > 0 && (
        <>
          {selectable.actions(selection)}
          <Button size="small" onClick={clear}>
            Clear the selection
          </Button>
        </>
      )}
    </div>
  )
}

import { Button } from '../antd/Button'
import { Checkbox } from '../antd/Checkbox'
import { useIsNarrow } from '../hooks/useMediaQuery'
import { focusHeading } from '../page/focusHeading'
import { formatNumber } from '../value/numbers'
import type { RowSelection, Selectable, ShownList } from './rowSelection'
import './selection-bar.css'

interface SelectionBarProps<R> {
  /** The rows of the current page. */
  rows: readonly R[]
  idOf: (row: R) => number
  selection: RowSelection
  selectable: Selectable<R>
  shown: ShownList
}

/** The checkbox for all rows of the page, which a table has in its header. */
const AllBox = <R,>({ rows, idOf, selection, selectable }: SelectionBarProps<R>) => {
  const { ids, isAll, choose } = selection
  const here = rows.filter(selectable.isSelectable).map(idOf)
  const others = ids.filter((id) => !here.includes(id))
  const selected = isAll ? here.length : ids.length - others.length
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

/** Whether the whole page is selected, and there are more on others. */
const offersAll = <R,>({ rows, idOf, selection, selectable, shown }: SelectionBarProps<R>) =>
  selectable.takesAll === true &&
  !selection.isAll &&
  shown.count > rows.length &&
  rows.length > 0 &&
  rows.every((row) => selection.ids.includes(idOf(row)))

/**
 * With a list with selectable rows: the number of selected rows, and their actions.
 * @param isBelow it stands below the rows, at the bottom of the window as long as they reach further.
 */
export const SelectionBar = <R,>({
  isBelow = false,
  ...props
}: SelectionBarProps<R> & { isBelow?: boolean }) => {
  const { selection, selectable, shown } = props
  const { ids, isAll, chooseAll, clear } = selection
  const isSelected = isAll || ids.length > 0
  return (
    <div
      className={isBelow ? 'selection-bar selection-bar-below row' : 'selection-bar row'}
      role="group"
      aria-label="Selection"
    >
      {useIsNarrow() && <AllBox {...props} />}
      <span role="status">
        {isAll
          ? `All ${formatNumber(shown.count)} selected`
          : isSelected && `${formatNumber(ids.length)} selected`}
      </span>
      {isSelected && (
        <>
          {offersAll(props) && (
            <Button size="small" onClick={chooseAll}>
              Select all {formatNumber(shown.count)} that match
            </Button>
          )}
          {selectable.actions(selection, shown)}
          <Button
            size="small"
            onClick={() => {
              clear()
              focusHeading()
            }}
          >
            Clear the selection
          </Button>
        </>
      )}
    </div>
  )
}

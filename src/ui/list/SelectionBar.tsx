import { Button } from '../antd/Button'
import { formatNumber } from '../value/numbers'
import { useSelection, type Selectable } from './rowSelection'
import './selection-bar.css'

interface SelectionBoxProps {
  id: number
  name: string
}

/** The checkbox of one row. */
export const SelectionBox = ({ id, name }: SelectionBoxProps) => {
  const { ids, select } = useSelection()
  return (
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={ids.has(id)}
      onChange={({ target }) => select([id], target.checked)}
    />
  )
}

interface SelectionBarProps<R> {
  /** The rows of the current page. */
  rows: readonly R[]
  idOf: (row: R) => number
  selectable: Selectable<R>
}

/**
 * Above a list with selectable rows: selects the whole page, shows the number of selected rows, and offers their
 * actions.
 */
export const SelectionBar = <R,>({
  rows,
  idOf,
  selectable: { isSelectable, actions },
}: SelectionBarProps<R>) => {
  const selection = useSelection()
  const { ids, select, clear } = selection
  const here = rows.filter(isSelectable).map(idOf)
  const selected = here.filter((id) => ids.has(id)).length
  if (here.length === 0 && ids.size === 0) return null
  return (
    <div className="selection-bar" role="group" aria-label="Selection">
      {here.length > 0 && (
        <label className="selection-all">
          <input
            type="checkbox"
            checked={selected === here.length}
            ref={(box) => {
              if (box) box.indeterminate = selected > 0 && selected < here.length
            }}
            onChange={({ target }) => select(here, target.checked)}
          />
          All on this page
        </label>
      )}
      <span role="status">{ids.size > 0 && `${formatNumber(ids.size)} selected`}</span>
      {ids.size > 0 && (
        <>
          {actions(selection)}
          <Button size="small" onClick={clear}>
            Clear the selection
          </Button>
        </>
      )}
    </div>
  )
}

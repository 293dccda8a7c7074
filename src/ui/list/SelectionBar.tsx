import { Button } from '../antd/Button'
import { formatNumber } from '../value/numbers'
import type { RowSelection, Selectable } from './rowSelection'
import './selection-bar.css'

interface SelectionBarProps<R> {
  selection: RowSelection
  actions: Selectable<R>['actions']
}

/** Above a list with selectable rows: the number of selected rows, and their actions. */
export const SelectionBar = <R,>({ selection, actions }: SelectionBarProps<R>) => {
  const { ids, clear } = selection
  return (
    <div className="selection-bar" role="group" aria-label="Selection">
      <span role="status">{ids.length > 0 && `${formatNumber(ids.length)} selected`}</span>
      {ids.length > 0 && (
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

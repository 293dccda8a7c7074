import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import { Button } from '../antd/Button'
import { Checkbox } from '../antd/Checkbox'
import { leastShare } from './columnChoice'
import { ToolbarPanel } from './ToolbarPanel'
import type { OfferedColumn } from './useColumns'
import './column-menu.css'

/** Maximum share of one column in percent of the table. */
const mostShare = 60

interface ColumnMenuProps {
  columns: {
    offered: readonly OfferedColumn[]
    isChosen: boolean
    toggle: (key: string) => void
    setShare: (key: string, share: number) => void
    reset: () => void
  }
}

/** Visibility and width of a list's columns, also an alternative to dragging their edges. */
export const ColumnMenu = ({ columns: { offered, isChosen, toggle, setShare, reset } }: ColumnMenuProps) => (
  <ToolbarPanel label="Columns" icon={<ControlOutlined aria-hidden />}>
    {() => (
      <>
        {offered.map((column) => (
          <div key={column.key} className="column-menu-entry">
            <Checkbox
              checked={column.isShown}
              disabled={!column.canBeHidden}
              onChange={() => toggle(column.key)}
            >
              {column.title}
            </Checkbox>
            {column.share !== undefined && (
              <input
                type="range"
                aria-label={`Width of ${column.title}`}
                min={leastShare}
                max={mostShare}
                step={1}
                value={Math.round(column.share)}
                aria-valuetext={`${Math.round(column.share)} %`}
                onChange={({ target }) => setShare(column.key, Number(target.value))}
              />
            )}
          </div>
        ))}
        <Button size="small" disabled={!isChosen} onClick={reset}>
          Reset
        </Button>
      </>
    )}
  </ToolbarPanel>
)

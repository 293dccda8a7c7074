import { Button } from '../antd/Button'
import type { Column } from './columns'

interface HiddenColumnsProps {
  /** The columns that do not fit; without any, no hint is shown. */
  columns: readonly Column<never>[]
  areShown: boolean
  show: (areShown: boolean) => void
}

/** Lists the columns that a table hides for lack of space, and shows them on demand. */
export const HiddenColumns = ({ columns, areShown, show }: HiddenColumnsProps) =>
  columns.length > 0 && (
    <p className="hidden-columns">
      {areShown ? 'All columns are shown.' : `Not shown: ${columns.map(({ title }) => title).join(', ')}.`}{' '}
      <Button type="link" size="small" onClick={() => show(!areShown)}>
        {areShown ? 'Show fewer columns' : 'Show all columns'}
      </Button>
    </p>
  )

import { Button } from '../button/Button'
import type { Column } from './columns'

interface HiddenColumnsProps {
  /** The columns for which there is no room; none, no hint. */
  columns: readonly Column<never>[]
  areShown: boolean
  show: (areShown: boolean) => void
}

/** Says which columns a table leaves out for want of room, and shows them on demand. */
export const HiddenColumns = ({ columns, areShown, show }: HiddenColumnsProps) =>
  columns.length > 0 && (
    <p className="hidden-columns">
      {areShown ? 'All columns are shown.' : `Not shown: ${columns.map(({ title }) => title).join(', ')}.`}{' '}
      <Button type="link" size="small" onClick={() => show(!areShown)}>
        {areShown ? 'Show fewer columns' : 'Show all columns'}
      </Button>
    </p>
  )

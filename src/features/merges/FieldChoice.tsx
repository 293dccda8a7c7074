import { useId } from 'react'
import { useIsNarrow } from '../../ui/hooks/useMediaQuery'
import { sides, type ComparedField, type Side } from './compared'

interface FieldChoiceProps {
  field: ComparedField
  side: Side
  choose: (side: Side) => void
}

/** A field with its two values, of which one is chosen: by a press, or by arrow keys. */
export const FieldChoice = ({ field: { label, shown }, side, choose }: FieldChoiceProps) => {
  const name = useId()
  // Beside each other, their heads say whose values they are.
  const sideStyle = useIsNarrow() ? 'quiet' : 'visually-hidden'
  return (
    <fieldset className="merge-field">
      <legend>{label}</legend>
      {sides.map((one, index) => (
        <label key={one} className={one === side ? 'merge-value merge-value-chosen' : 'merge-value'}>
          <input type="radio" name={name} checked={one === side} onChange={() => choose(one)} />
          <span>
            <span className={sideStyle}>{one === 'kept' ? 'Kept: ' : 'Merged: '}</span>
            {shown[index] ?? <span className="quiet">Empty</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

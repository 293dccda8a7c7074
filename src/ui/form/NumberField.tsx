import { useField } from 'formik'
import { useState, type ReactNode } from 'react'
import { Input } from '../antd/Input'
import { formatNumber, formatSerial, readNumber, type Typed } from '../value/numbers'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface NumberFieldProps extends FieldProps {
  /** Before the number, inside the input: '$'. */
  prefix?: ReactNode
  /** Behind the number, inside the input: 'dth'. */
  unit?: ReactNode
  /** A number that names something: without separators, at the left like a name. */
  serial?: boolean
  /** What lies outside becomes the nearest of these two at once. */
  keepWithin?: readonly [least: number, most: number]
}

/** Cells of a spreadsheet, as one text of which nobody could think that it is one number. */
const cellsIn = (text: string) => text.trim().replace(/\s*[\t\r\n]+\s*/g, ' | ')

const clamped = (value: Typed, within: NumberFieldProps['keepWithin']): Typed =>
  within && typeof value === 'number' ? Math.min(Math.max(value, within[0]), within[1]) : value

/**
 * A number with thousands separators, right-aligned. What is typed stays as it is until the field is left; what is no
 * number for sure stays longer, and is told of from then on. Pasted separators, spaces and currency signs do no harm.
 */
export const NumberField = ({ prefix, unit, serial = false, keepWithin, ...frame }: NumberFieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<Typed>(frame.name)
  const [typed, setTyped] = useState<string | null>(null)
  // A value that came from elsewhere, such as a button beside the field, takes the place of what was typed.
  const stands = typed !== null && readNumber(typed) === value
  const format = serial ? formatSerial : formatNumber
  const shown = value === null ? '' : format(value)
  const take = (text: string) => {
    setTyped(text)
    void setValue(clamped(readNumber(text), keepWithin))
  }
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <Input
          {...input}
          className={serial ? '' : 'field-number'}
          name={frame.name}
          inputMode="decimal"
          autoComplete="off"
          prefix={prefix}
          suffix={unit}
          status={input['aria-invalid'] ? 'error' : ''}
          value={stands ? typed : shown}
          onChange={({ target }) => take(target.value)}
          onPaste={(event) => {
            const cells = cellsIn(event.clipboardData.getData('text/plain'))
            if (event.isDefaultPrevented() || !cells.includes('|')) return
            event.preventDefault()
            take(cells)
          }}
          onBlur={() => {
            if (typeof value === 'string') void setTouched(true)
            else setTyped(null)
          }}
        />
      )}
    </FieldFrame>
  )
}

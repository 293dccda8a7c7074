import { useField } from 'formik'
import { useState, type ReactNode } from 'react'
import { Input } from '../antd/Input'
import { formatNumber, formatSerial, readNumber, type Typed } from '../value/numbers'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface NumberFieldProps extends FieldProps {
  /** Before the number, inside the input: '$'. */
  prefix?: ReactNode
  /** After the number, inside the input: 'dth'. */
  unit?: ReactNode
  /** An identifying number: without separators, left-aligned. */
  serial?: boolean
  /** Values outside are clamped to this range. */
  keepWithin?: readonly [least: number, most: number]
}

/** Joins spreadsheet cells into a text that cannot be read as one number. */
const cellsIn = (text: string) => text.trim().replace(/\s*[\t\r\n]+\s*/g, ' | ')

const clamped = (value: Typed, within: NumberFieldProps['keepWithin']): Typed =>
  within && typeof value === 'number' ? Math.min(Math.max(value, within[0]), within[1]) : value

/**
 * A number with thousands separators, right-aligned. Input is reformatted on blur; invalid input stays and shows an
 * error from then on. Pasted separators, spaces and currency signs are accepted.
 */
export const NumberField = ({ prefix, unit, serial = false, keepWithin, ...frame }: NumberFieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<Typed>(frame.name)
  const [typed, setTyped] = useState<string | null>(null)
  // A value set from outside the input, such as by a button, replaces the typed text.
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

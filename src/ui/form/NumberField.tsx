import Input from 'antd/es/input'
import { useField } from 'formik'
import { useState, type ReactNode } from 'react'
import { formatNumber, formatSerial, parseNumber } from '../numbers'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface NumberFieldProps extends FieldProps {
  /** Before the number, inside the input: '$'. */
  prefix?: ReactNode
  /** Behind the number, inside the input: 'dth'. */
  unit?: ReactNode
  /** A number that names something: without separators, at the left like a name. */
  serial?: boolean
}

/**
 * A number with thousands separators, right-aligned. What is typed stays as it is until the field is left; what is no
 * number is kept, too, and told of. Pasted separators, spaces and currency signs do no harm.
 */
export const NumberField = ({ prefix, unit, serial = false, ...frame }: NumberFieldProps) => {
  const [{ value }, , { setValue }] = useField<number | null>(frame.name)
  const [typed, setTyped] = useState<string | null>(null)
  const isReadable = value !== null && !Number.isNaN(value)
  // A value that came from elsewhere, such as a button beside the field, takes the place of what was typed.
  const stands = typed !== null && Object.is(parseNumber(typed), value)
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
          value={stands ? typed : isReadable ? (serial ? formatSerial : formatNumber)(value) : ''}
          onChange={({ target }) => {
            setTyped(target.value)
            void setValue(parseNumber(target.value))
          }}
          onBlur={() => {
            if (!Number.isNaN(value)) setTyped(null)
          }}
        />
      )}
    </FieldFrame>
  )
}

import { useField } from 'formik'
import { isDay } from '../value/dates'
import { DayInput } from './DayInput'
import { FieldFrame, type FieldProps } from './FieldFrame'

/** A calendar day: a 'YYYY-MM-DD' that no time zone shifts, or null; or a text that could not be read, which no schema takes. */
export const DateField = (frame: FieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<string | null>(frame.name)
  const take = (day: string | null) => {
    // What cannot be read is told of at once.
    if (day !== null && !isDay(day)) void setTouched(true, false)
    void setValue(day)
  }
  return (
    <FieldFrame {...frame}>
      {(input) => <DayInput {...input} name={frame.name} value={value} change={take} />}
    </FieldFrame>
  )
}

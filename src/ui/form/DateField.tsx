import { useField } from 'formik'
import { isDay } from '../value/dates'
import { DayInput } from './DayInput'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface DateFieldProps extends FieldProps {
  /** Only days in the past. */
  past?: boolean | undefined
}

/** A calendar day: 'YYYY-MM-DD' without a time zone, or null; or an invalid text, which no schema accepts. */
export const DateField = ({ past, ...frame }: DateFieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<string | null>(frame.name)
  const take = (day: string | null) => {
    // Invalid input is reported at once.
    if (day !== null && !isDay(day)) void setTouched(true, false)
    void setValue(day)
  }
  return (
    <FieldFrame {...frame}>
      {(input) => <DayInput {...input} name={frame.name} value={value} change={take} past={past} />}
    </FieldFrame>
  )
}

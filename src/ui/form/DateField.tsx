import { useField } from 'formik'
import { DayInput } from './DayInput'
import { FieldFrame, type FieldProps } from './FieldFrame'

/** A calendar day: a 'YYYY-MM-DD' that no time zone shifts, or null. */
export const DateField = (frame: FieldProps) => {
  const [{ value }, , { setValue }] = useField<string | null>(frame.name)
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <DayInput {...input} name={frame.name} value={value} change={(day) => void setValue(day)} />
      )}
    </FieldFrame>
  )
}

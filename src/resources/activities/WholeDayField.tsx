import { useField } from 'formik'
import { dayAt, dayStart, secondsOfDay } from '../../contract/allDay'
import { DayInput } from '../../ui/form/DayInput'
import { FieldFrame, type FieldProps } from '../../ui/form/FieldFrame'
import { isDay } from '../../ui/value/dates'
import type { Typed } from '../../ui/value/numbers'

interface WholeDayFieldProps extends FieldProps {
  /** The stored value of the last day is the start of the day after it. */
  isLast?: boolean
  /** Called with each selected day as the stored seconds, besides the form's change. */
  chosen?: (seconds: number) => void
}

/** The day of an all-day activity (contract/allDay.ts); an invalid text is one that no schema accepts. */
export const WholeDayField = ({ isLast = false, chosen, ...frame }: WholeDayFieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<Typed>(frame.name)
  const shift = isLast ? secondsOfDay : 0
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <DayInput
          {...input}
          name={frame.name}
          aria-label={`${frame.label}, date`}
          value={typeof value === 'number' ? dayAt(value - shift) : value}
          change={(day) => {
            if (day === null || !isDay(day)) {
              // Invalid input is reported at once.
              if (day !== null) void setTouched(true, false)
              void setValue(day)
              return
            }
            const seconds = dayStart(day) + shift
            void setValue(seconds)
            chosen?.(seconds)
          }}
        />
      )}
    </FieldFrame>
  )
}

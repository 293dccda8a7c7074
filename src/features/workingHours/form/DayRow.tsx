import { getIn, useField, useFormikContext } from 'formik'
import { useClockInput } from '../../../ui/form/useClockInput'

interface ClockProps {
  name: string
  label: string
  disabled: boolean
}

const Clock = ({ name, label, disabled }: ClockProps) => {
  const [{ value }, , { setValue }] = useField<string>(name)
  const { input, problem: unread } = useClockInput(value, (time) => void setValue(time))
  const { errors, submitCount } = useFormikContext()
  const found: unknown = getIn(errors, name)
  const refused = submitCount > 0 && !disabled && typeof found === 'string' ? found : undefined
  const problem = unread ?? refused
  const problemId = `${name}-problem`
  return (
    <div>
      <input
        {...input}
        name={name}
        className="native-input"
        aria-label={label}
        disabled={disabled}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && problemId}
      />
      {problem && (
        <p id={problemId} className="problem">
          {problem}
        </p>
      )}
    </div>
  )
}

interface DayRowProps {
  name: string
  /** 'days.0' */
  at: string
}

/** A day of the week: whether it is a working day, with start and end. */
export const DayRow = ({ name, at }: DayRowProps) => {
  const [works] = useField<boolean>({ name: `${at}.works`, type: 'checkbox' })
  const isOff = !works.checked
  return (
    <div className="hours-day" role="group" aria-label={name}>
      <label>
        <input {...works} value="" type="checkbox" />
        {name}
      </label>
      <Clock name={`${at}.start`} label={`${name}, start`} disabled={isOff} />
      <Clock name={`${at}.end`} label={`${name}, end`} disabled={isOff} />
    </div>
  )
}

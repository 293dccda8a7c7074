import { Field, useField } from 'formik'
import { browserTimeZone, timeZoneName } from '../../ui/value/timeZone'
import '../../ui/form/light-field.css'

/** The time zone of the hours; a choice only where the browser's zone differs from the stored one. */
export const TimeZone = () => {
  const [, { value, initialValue = value }] = useField<string>('timeZone')
  const zones = [...new Set([initialValue, browserTimeZone()])]
  if (zones.length === 1) return <p className="quiet">Times by the clock of {timeZoneName(value)}.</p>
  return (
    <div className="light-field">
      <label htmlFor="timeZone">Times by the clock of</label>
      <Field as="select" name="timeZone" id="timeZone">
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {timeZoneName(zone)}
          </option>
        ))}
      </Field>
      <p className="quiet">Where this browser is, clocks go by {timeZoneName(browserTimeZone())}.</p>
    </div>
  )
}

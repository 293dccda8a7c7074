import { Field, useField } from 'formik'
import { browserTimeZone } from './values'
import '../../ui/form/light-field.css'

/** 'America/New_York' as people write it. */
const nameOf = (zone: string) => zone.replaceAll('_', ' ')

/** By whose clock the hours are; asked only where this browser is in another zone than the one in which they were given. */
export const TimeZone = () => {
  const [, { value, initialValue = value }] = useField<string>('timeZone')
  const zones = [...new Set([initialValue, browserTimeZone()])]
  if (zones.length === 1) return <p className="quiet">Times by the clock of {nameOf(value)}.</p>
  return (
    <div className="light-field">
      <label htmlFor="timeZone">Times by the clock of</label>
      <Field as="select" name="timeZone" id="timeZone">
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {nameOf(zone)}
          </option>
        ))}
      </Field>
      <p className="quiet">Where this browser is, clocks go by {nameOf(browserTimeZone())}.</p>
    </div>
  )
}

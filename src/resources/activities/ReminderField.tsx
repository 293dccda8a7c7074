import { useField } from 'formik'
import { reminderMinutes } from '../../contract/reminders'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { OptionField } from '../../ui/form/OptionField'
import { counted } from '../../ui/value/numbers'

/** How long before the start a reminder comes. */
export const reminderText = (minutes: number): string => {
  if (minutes === 0) return 'At the start'
  if (minutes % 1_440 === 0) return `${counted(minutes / 1_440, 'day')} before`
  return minutes % 60 === 0
    ? `${counted(minutes / 60, 'hour')} before`
    : `${counted(minutes, 'minute')} before`
}

/** The time between a reminder and the start of a meeting (NOTI-5); other clients may have stored one of their own. */
export const ReminderField = (frame: FieldProps) => {
  const [, { initialValue }] = useField<number | null>(frame.name)
  const minutes = new Set<number>(reminderMinutes)
  if (typeof initialValue === 'number') minutes.add(initialValue)
  const options = [...minutes].sort((a, b) => a - b).map((value) => ({ value, label: reminderText(value) }))
  return <OptionField<number> {...frame} options={options} none={null} placeholder="None" />
}

import DatePicker from 'antd/es/date-picker'
import dayjs from 'dayjs'
import type { KeyboardEvent } from 'react'
import { dateFormats } from '../value/dates'
import type { InputProps } from './FieldFrame'

const written = 'YYYY-MM-DD'

interface DayInputProps extends InputProps {
  name: string
  'aria-label'?: string
  /** 'YYYY-MM-DD' */
  value: string | null
  change: (day: string | null) => void
}

/** Enter takes the day that has been typed; it does not send the form. */
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

/** A calendar day, typed or picked: what both date fields are made of. */
export const DayInput = ({ value, change, ...input }: DayInputProps) => (
  <DatePicker
    {...input}
    format={[dateFormats.day, written]}
    placeholder={dateFormats.day}
    status={input['aria-invalid'] ? 'error' : ''}
    value={value === null ? null : dayjs(`${value}T12:00`)}
    onChange={(day) => change(day ? day.format(written) : null)}
    // As soon as a whole day has been typed, rather than when the input is left.
    onCalendarChange={(day) => {
      if (dayjs.isDayjs(day)) change(day.format(written))
    }}
    onKeyDown={keepEnter}
  />
)

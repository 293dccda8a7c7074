import dayjs from 'dayjs'
import {
  createContext,
  useContext,
  useRef,
  useState,
  type ComponentProps,
  type SyntheticEvent,
  type KeyboardEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { earliestYear } from '../../contract/limits'
import { DatePicker } from '../antd/DatePicker'
import { dateFormats, formatDate, isDay } from '../value/dates'
import { readDay, readPastDay } from '../value/days'
import type { InputProps } from './FieldFrame'
import { isSaveKey } from '../page/keyboardEvents'
import './date-time-field.css'

const written = 'YYYY-MM-DD'

interface DayInputProps extends InputProps {
  name: string
  'aria-label'?: string
  /** 'YYYY-MM-DD', or an invalid text. */
  value: string | null
  change: (day: string | null) => void
  /** Only days in the past. */
  past?: boolean | undefined
}

/** Whether the picker has misread a year: it takes '0027' for 1927. */
const isMisread = (day: string, text: string | null) => {
  const [, end] = /(?<!\d)00(\d\d)(?!\d)/.exec(text ?? '') ?? []
  return day < String(earliestYear) || (end !== undefined && day.startsWith(`19${end}`))
}

/** Replaces the picker's own text in the input. */
const TextContext = createContext<string | null>(null)

/**
 * The picker would replace invalid input with the previous day, and keep a notation that it cannot read where it means the
 * day that is there: this shows the typed text, else the day.
 */
const TextBox = ({ value, ...input }: ComponentProps<'input'>) => (
  <input {...input} value={useContext(TextContext) ?? value} />
)
const components = { input: TextBox }

/**
 * A day, typed or picked, the base of the date fields. Common notations are parsed on blur or submit; invalid text
 * stays, as a value that no schema accepts.
 */
export const DayInput = ({ value, change, past = false, ...input }: DayInputProps) => {
  const read = past ? readPastDay : readDay
  const [typed, setTyped] = useState<string | null>(null)
  /** The current value, for callbacks of the picker before the next render. */
  const now = useRef<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** The day replaced by invalid text: the picker would restore it on close. */
  const replaced = useRef<string | null>(null)
  const unread = value !== null && !isDay(value) ? value : null

  const take = (day: string | null) => {
    if (day !== value) change(day)
  }
  const type = (text: string | null) => {
    now.current = text
    setTyped(text)
  }
  const settle = () => {
    if (now.current === null) return
    const text = now.current.trim()
    const day = read(text)
    type(null)
    if (day === null) replaced.current = value
    take(day ?? (text || null))
  }
  /** A picked day replaces typed text, unless it is the same day. */
  const pick = (day: string | null) => {
    if (day !== null && (day === replaced.current || isMisread(day, now.current ?? unread))) return
    if (now.current !== null && read(now.current) !== day) type(null)
    take(day)
  }
  const settleByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Enter accepts the typed day; it must not submit the form.
      event.preventDefault()
      if (now.current !== null) setIsOpen(false)
    }
    if (event.key === 'Enter' || event.key === 'Tab') settle()
    // Before the form submitted by this key reads its values.
    if (isSaveKey(event)) flushSync(settle)
  }

  return (
    <TextContext value={typed ?? unread ?? (value === null ? '' : formatDate(value, 'day'))}>
      <div
        className="day-input"
        role="presentation"
        onInput={({ target }: SyntheticEvent) => {
          if (target instanceof HTMLInputElement) type(target.value)
        }}
        onKeyDownCapture={settleByKey}
        onBlur={settle}
      >
        <DatePicker
          {...input}
          components={components}
          open={isOpen}
          onOpenChange={(opens) => {
            if (opens) replaced.current = null
            setIsOpen(opens)
          }}
          format={[dateFormats.day, written]}
          placeholder={dateFormats.day}
          status={input['aria-invalid'] ? 'error' : ''}
          value={value === null || unread !== null ? null : dayjs(`${value}T12:00`)}
          onChange={(day) => pick(day ? day.format(written) : null)}
          // As soon as a complete day is typed, not only on blur.
          onCalendarChange={(day) => {
            if (dayjs.isDayjs(day)) pick(day.format(written))
          }}
        />
      </div>
    </TextContext>
  )
}

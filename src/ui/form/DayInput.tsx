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
import { DatePicker } from '../antd/DatePicker'
import { dateFormats, isDay } from '../value/dates'
import { readDay } from '../value/days'
import type { InputProps } from './FieldFrame'
import { isSaveKey } from './saveKey'
import './date-time-field.css'

const written = 'YYYY-MM-DD'

interface DayInputProps extends InputProps {
  name: string
  'aria-label'?: string
  /** 'YYYY-MM-DD', or the text that could not be read as a day. */
  value: string | null
  change: (day: string | null) => void
}

/** What stands in the box in place of the picker's own text. */
const TextContext = createContext<string | null>(null)

/** The picker puts the day that was there back in the place of what it cannot read; what has been typed stays here. */
const TextBox = ({ value, ...input }: ComponentProps<'input'>) => (
  <input {...input} value={useContext(TextContext) ?? value} />
)
const components = { input: TextBox }

/**
 * A calendar day, typed or picked: what the date fields are made of. What is typed is read as people write days, once
 * the box is left or the form is sent; what cannot be read stays, as a value that no form takes for a day.
 */
export const DayInput = ({ value, change, ...input }: DayInputProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  /** The same, for the picker, which tells of a day before anything is rendered. */
  const now = useRef<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** The day in whose place text has come that cannot be read: as it closes, the picker would put it back. */
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
    const day = readDay(text)
    type(null)
    if (day === null) replaced.current = value
    take(day ?? (text || null))
  }
  /** A day that is picked takes the place of what has been typed, unless it is the same one. */
  const pick = (day: string | null) => {
    if (day !== null && day === replaced.current) return
    if (now.current !== null && readDay(now.current) !== day) type(null)
    take(day)
  }
  const settleByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // It takes the day that has been typed; it does not send the form.
      event.preventDefault()
      if (now.current !== null) setIsOpen(false)
    }
    if (event.key === 'Enter' || event.key === 'Tab') settle()
    // Before the form that this key sends looks at its values.
    if (isSaveKey(event)) flushSync(settle)
  }

  return (
    <TextContext value={typed ?? unread}>
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
          // As soon as a whole day has been typed, rather than when the input is left.
          onCalendarChange={(day) => {
            if (dayjs.isDayjs(day)) pick(day.format(written))
          }}
        />
      </div>
    </TextContext>
  )
}

import type { DateFormat } from './dates'
import { useDateWords } from './useDateWords'
import './date-text.css'

interface DateTextProps {
  /** A day or a moment, as the contract has it; nothing is shown for null. */
  value: string | null
  format: DateFormat
}

/** The date before its clock, where the format has one. */
const parts = (text: string) => /^(.+) (\d?\d:\d\d(?: [AP]M)?)$/.exec(text)?.slice(1) ?? [text]

/** A day or a moment in words. Where room is short it breaks between the date and the clock first. */
export const DateText = ({ value, format }: DateTextProps) => {
  const inWords = useDateWords()
  if (value === null) return null
  const text = inWords(value, format)
  const [date, clock] = parts(text)
  return (
    <time dateTime={value} title={clock && text}>
      <span className="date-part">{date}</span>
      {clock && (
        <>
          {' '}
          <span className="date-part date-clock">{clock}</span>
        </>
      )}
    </time>
  )
}

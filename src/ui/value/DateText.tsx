import type { DateFormat } from './dates'
import { useDateWords } from './useDateWords'
import './date-text.css'

interface DateTextProps {
  /** A day or a moment in the contract's format; null renders nothing. */
  value: string | null
  format: DateFormat
}

/** Splits the date and the time, where the format has one. */
const parts = (text: string) => /^(.+) (\d?\d:\d\d(?: [AP]M)?)$/.exec(text)?.slice(1) ?? [text]

/** A formatted day or moment. Wraps between the date and the time first. */
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

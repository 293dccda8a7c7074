import { dayAt, secondsOfDay } from '../../contract/allDay'
import { DateText } from '../../ui/value/DateText'
import type { Typed } from '../../ui/value/numbers'

interface TimeTextProps {
  /** The stored start or end of an activity. */
  seconds: Typed | undefined
  /** All-day: only the day is shown. */
  isWhole: boolean | null | undefined
  /** The stored value is the start of the day after it. */
  isLast?: boolean
}

/** The start or end of an activity for display. */
export const TimeText = ({ seconds, isWhole, isLast = false }: TimeTextProps) => {
  if (typeof seconds !== 'number') return null
  return isWhole ? (
    <DateText value={dayAt(seconds - (isLast ? secondsOfDay : 0))} format="namedDay" />
  ) : (
    <DateText value={new Date(seconds * 1_000).toISOString()} format="moment" />
  )
}

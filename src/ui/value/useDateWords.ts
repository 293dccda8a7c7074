import { useCallback, useContext } from 'react'
import { ClockContext } from './clock'
import { formatDate, timePattern, type DateFormat } from './dates'

/** dayjs format of a time alone, by the user's preference. */
export const useTimePattern = (): string => timePattern(useContext(ClockContext))

/** formatDate with the user's preferred clock format. */
export const useDateWords = () => {
  const clock = useContext(ClockContext)
  return useCallback((value: string, format: DateFormat) => formatDate(value, format, clock), [clock])
}

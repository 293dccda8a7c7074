import { useCallback, useContext } from 'react'
import { ClockContext } from './clock'
import { formatDate, timePattern, type DateFormat } from './dates'

/** How dayjs writes a time of day that stands by itself, for whoever looks. */
export const useTimePattern = (): string => timePattern(useContext(ClockContext))

/** Writes days and moments as formatDate does, with the clock of whoever looks. */
export const useDateWords = () => {
  const clock = useContext(ClockContext)
  return useCallback((value: string, format: DateFormat) => formatDate(value, format, clock), [clock])
}

import { useCallback } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { formatDate, timePattern, type DateFormat } from './dates'

/** How times of day are written for whoever looks: every time that is shown follows it. */
export const useClock = () => useAppSelector(({ preferences }) => preferences.clock)

/** How dayjs writes a time of day that stands by itself, for whoever looks. */
export const useTimePattern = (): string =>
  timePattern(useAppSelector(({ preferences }) => preferences.clock))

/** Writes days and moments as formatDate does, with the clock of whoever looks. */
export const useDateWords = () => {
  const clock = useClock()
  return useCallback((value: string, format: DateFormat) => formatDate(value, format, clock), [clock])
}

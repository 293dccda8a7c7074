import { useDayQuery } from '../../api/dayApi'
import { localToday } from '../../ui/value/days'

/** The market's day, by which the server counts; until it is known, the day of the browser's time zone. */
export const useMarketDay = (): string => {
  const { data } = useDayQuery()
  return data?.day ?? localToday()
}

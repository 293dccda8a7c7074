import { Link } from 'react-router-dom'
import { useDayQuery } from '../../api/dayApi'
import { dayCount, dayFactsOf } from '../../resources/opportunities/dayFacts'

/** The day's strip: what is due, in numbers that lead to their lists (RDY-4). */
export const DayStrip = () => {
  const { data } = useDayQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data) return null
  return dayFactsOf(data).map(([count, text, to]) => (
    <Link key={count} to={to} className={data[count] === 0 ? 'quiet' : undefined}>
      <b>{dayCount(data[count])}</b> {text}
    </Link>
  ))
}

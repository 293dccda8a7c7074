import { Link } from 'react-router-dom'
import { useDayQuery } from '../../api/dayApi'
import { maxDayCount, noticeDays, type DayAnswer } from '../../contract/day'
import { contractPaths } from '../../resources/contracts/paths'
import { opportunityPaths } from '../../resources/opportunities/paths'

type Count = Exclude<keyof DayAnswer, 'day'>

/** Each number by what it counts, and the filtered list that it leads to. */
const facts: readonly (readonly [count: Count, text: string, to: string])[] = [
  ['due_today', 'due today', `${opportunityPaths.list}?pricing_due=today`],
  ['overdue', 'overdue', `${opportunityPaths.list}?pricing_due=overdue`],
  ['quotes_expiring', 'quotes expire today', `${opportunityPaths.list}?quotes_expire_today=true`],
  ['notices', `notices in ${noticeDays} days`, `${contractPaths.list}?notice_within=${noticeDays}`],
  ['late_enrollments', 'late to enroll', `${contractPaths.list}?enrollment_late=true`],
  ['ready', 'ready, not priced', `${opportunityPaths.list}?ready_to_price=true`],
]

const shown = (count: number) => (count < maxDayCount ? String(count) : `${maxDayCount - 1}+`)

/** The day's strip: what is due, in numbers that lead to their lists (RDY-4). */
export const DayStrip = () => {
  const { data } = useDayQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data) return null
  // Late enrollments are exceptions: none is worth no place.
  const shownFacts = facts.filter(([count]) => count !== 'late_enrollments' || data[count] > 0)
  return shownFacts.map(([count, text, to]) => (
    <Link key={count} to={to} className={data[count] === 0 ? 'quiet' : undefined}>
      <b>{shown(data[count])}</b> {text}
    </Link>
  ))
}

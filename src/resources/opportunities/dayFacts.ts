import { maxDayCount, noticeDays, type DayAnswer } from '../../contract/day'
import { contractPaths } from '../contracts/paths'
import { opportunityPaths } from './paths'

type Count = Exclude<keyof DayAnswer, 'day' | 'time_zone'>

/** Each number of the day by what it counts, and the filtered list that it leads to. */
const facts: readonly (readonly [count: Count, text: string, to: string])[] = [
  ['due_today', 'due today', `${opportunityPaths.list}?pricing_due=today`],
  ['overdue', 'overdue', `${opportunityPaths.list}?pricing_due=overdue`],
  ['quotes_expiring', 'quotes expire today', `${opportunityPaths.list}?quotes_expire_today=true`],
  ['notices', `notices in ${noticeDays} days`, `${contractPaths.list}?notice_within=${noticeDays}`],
  ['late_enrollments', 'late to enroll', `${contractPaths.list}?enrollment_late=true`],
  ['ready', 'ready, not priced', `${opportunityPaths.list}?ready_to_price=true`],
]

/** The numbers to show; until the day is read, those of every day. Late enrollments are exceptions: none takes no place. */
export const dayFactsOf = (day: DayAnswer | undefined) =>
  facts.filter(([count]) => count !== 'late_enrollments' || (day?.late_enrollments ?? 0) > 0)

/** A number of the day as it is told: no higher one than the highest counted. */
export const dayCount = (count: number) => (count < maxDayCount ? String(count) : `${maxDayCount - 1}+`)

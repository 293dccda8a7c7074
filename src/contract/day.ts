/** What the day asks of the desk, in numbers (RDY-4). */
export const dayPath = '/api/mpg/day/'

/** Numbers stop here: a higher one is not told. */
export const maxDayCount = 100

/** Days ahead in which notices are due. */
export const noticeDays = 14

/** Values of the filter `pricing_due` of opportunities, which mean the days that relative dates mean. */
export const pricingDue = ['today', 'overdue', 'next_7'] as const

/** How many there are of each, at most `maxDayCount`; each as the list of the filter. */
export interface DayAnswer {
  /** The market's day. */
  day: string
  /** The market's time zone, by which moments are of a day. */
  time_zone: string
  /** Opportunities neither won nor lost, without an award, whose pricing is due on the day: `pricing_due=today`. */
  due_today: number
  /** Opportunities neither won nor lost, without an award, whose pricing was due before: `pricing_due=overdue`. */
  overdue: number
  /** Opportunities with an open quote that expires on the day: `quotes_expire_today=true`. */
  quotes_expiring: number
  /** Contracts of which notice is due from the day on: `notice_within=14`. */
  notices: number
  /** Contracts with an account that is still pending after its day of enrollment: `enrollment_late=true`. */
  late_enrollments: number
  /** Opportunities neither won nor lost that lack nothing, without an open or an awarded quote: `ready_to_price=true`. */
  ready: number
}

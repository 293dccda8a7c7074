/** What has become of opportunities: those won and lost, by month, by broker and by sales person (REP-2, REP-3). */

/** GET: the outcomes of the opportunities that a list's search and filters find. */
export const wonReportPath = '/api/mpg/reports/won/'
/** GET: the same as a file. */
export const wonReportExportPath = `${wonReportPath}export/`

/** Names that one report lists at most: those with the most outcomes. */
export const maxReportNames = 50

/** How many opportunities were won and lost, with the sums of their annual volumes in dekatherms. */
export interface Outcomes {
  won: number
  won_volume: number
  lost: number
  lost_volume: number
}

/** Those of a month, YYYY-MM, by the day on which an opportunity was won or lost. */
export interface MonthOutcomes extends Outcomes {
  month: string
}

/** Those of a name; null: of opportunities without one. */
export interface NamedOutcomes extends Outcomes {
  name: string | null
}

export interface WonReport {
  total: Outcomes
  /** From the creation of an opportunity to the day on which it was won; null where none was. */
  median_days: number | null
  /** All months from the first to the last one with an outcome. */
  months: MonthOutcomes[]
  brokers: NamedOutcomes[]
  sales_people: NamedOutcomes[]
}

/** Won of all that were decided, 0 to 1; null where nothing was. */
export const winRate = ({ won, lost }: Outcomes): number | null =>
  won + lost === 0 ? null : won / (won + lost)

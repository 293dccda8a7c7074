/** The stages of opportunities, and what stands in each of them (BOARD-1, BOARD-3). */

/** In the order in which a deal comes through them. */
export const stages = ['new', 'gathering', 'pricing', 'presented', 'won', 'lost'] as const
export type Stage = (typeof stages)[number]

/** Why deals are lost. */
export const lostReasons = [
  'price',
  'incumbent',
  'competitor',
  'utility',
  'credit',
  'postponed',
  'no_answer',
  'other',
] as const
export type LostReason = (typeof lostReasons)[number]

/** GET: the totals of the opportunities that a list's search and filters find, by stage. */
export const stageTotalsPath = '/api/mpg/opportunities/stages/'

/** The opportunities in one stage. */
export interface StageTotals {
  /** Null: those without a stage. */
  stage: Stage | null
  count: number
  /** The sum of their annual volumes, in dekatherms. */
  annual_volume: number
}

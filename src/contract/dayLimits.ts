/** Limits of days, for forms, imports and the API. */
import type { Field } from './fields'
import { problems } from './problems'

/** The error for a day in a field; null for a valid one. */
export const dayProblem = (
  day: string,
  { lastYear }: Pick<Extract<Field, { kind: 'date' }>, 'lastYear'>,
): string | null =>
  lastYear !== undefined && Number(day.slice(0, 4)) > lastYear ? problems.tooLate(lastYear) : null

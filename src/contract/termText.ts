import { withoutMarks } from './textRules'

/** A term in months by its text, such as '24', '24 months' or '2 years'; null for anything else. */
export const monthsIn = (text: string): number | null => {
  const [, count, word = ''] =
    /^(\d{1,3})\s*-?\s*(m|mo|mos|mths?|months?|y|yrs?|years?)?\.?$/i.exec(
      withoutMarks(text, 'identifier').trim(),
    ) ?? []
  if (count === undefined) return null
  return Number(count) * (/^y/i.test(word) ? 12 : 1)
}

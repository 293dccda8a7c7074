import { tidyText } from './textRules'

/** A term in months by its text, such as '24', '24 months' or '2 years'; null for anything else. */
export const monthsIn = (text: string): number | null => {
  const [, count, word = ''] =
    /^(\d{1,3})\s*-?\s*(m|mo|mos|mths?|months?|y|yrs?|years?)?\.?$/i.exec(tidyText(text, 'identifier')) ?? []
  if (count === undefined) return null
  return Number(count) * (/^y/i.test(word) ? 12 : 1)
}

import type { Group } from './option'

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** The groups whose options begin a word with each word of the text; all of them where there is none. */
export const matching = (groups: readonly Group[], text: string): Group[] => {
  const wanted = wordsOf(text)
  return groups.map(({ title, options }) => ({
    title,
    options: options.filter(({ label }) => {
      const words = wordsOf(label)
      return wanted.every((start) => words.some((word) => word.startsWith(start)))
    }),
  }))
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** What of a record contains the text, also as digits with other marks between them; else the first there is. */
export const telling = (
  details: readonly (string | null | undefined)[],
  text: string,
): string | undefined => {
  const known = details.filter((detail): detail is string => !!detail)
  const wanted = text.toLowerCase()
  const digits = digitsOf(text)
  return (
    known.find((detail) => detail.toLowerCase().includes(wanted)) ??
    known.find((detail) => digits !== '' && digitsOf(detail).includes(digits)) ??
    known[0]
  )
}

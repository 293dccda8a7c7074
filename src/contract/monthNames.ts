/** The months in English, January first. */
const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
] as const

/** A month by its name or an abbreviation of at least three letters, in any case: 1 for January; null for anything else. */
export const monthNamed = (word: string): number | null => {
  const letters = word.toLowerCase()
  const at = letters.length < 3 ? -1 : monthNames.findIndex((name) => name.toLowerCase().startsWith(letters))
  return at < 0 ? null : at + 1
}

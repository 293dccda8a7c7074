/** How refusals of rows of records name their columns. */

/** 'Job title' */
export const columnName = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Several texts as one. */
export const sentences = (texts: readonly string[]): string =>
  texts.map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ')

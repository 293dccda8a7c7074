/** How refusals of rows of records are written. */

/** Several texts as one. */
export const sentences = (texts: readonly string[]): string =>
  texts.map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ')

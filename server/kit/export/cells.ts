/** A value of a table to be read by spreadsheets; days as YYYY-MM-DD, moments as ISO 8601 in UTC. */
export type Cell = string | number | { day: string } | { moment: string } | null

/** Widths of columns in workbooks, in characters, by what their cells hold. */
export const columnWidths = { day: 12, moment: 20, number: 14, text: 32 } as const

/** A text that no spreadsheet takes for a formula (TRUST-22). */
export const neutralized = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** A text from a file without the apostrophe that neutralized() may have written before it. */
export const asWritten = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

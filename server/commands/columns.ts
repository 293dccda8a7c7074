/** A table for a terminal. Control characters in names are shown as dots. */
export function asColumns(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{C}/gu, '·')))
  const width = (column: number) => Math.max(...shown.map((row) => [...(row[column] ?? '')].length))
  const widths = (rows[0] ?? []).map((_cell, column) => width(column))
  const padded = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length)
  return shown.map((row) => row.map(padded).join('  ').trimEnd()).join('\n')
}

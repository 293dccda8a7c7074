import type { ReadinessLine } from '../../contract/gas/choices'

/** What an opportunity needs to be priced, in the order in which it is shown (RDY-2, RDY-3). */
export const readinessNames: Readonly<Record<ReadinessLine, string>> = {
  loa: 'LOA',
  usage: 'Usage',
  legal_entity: 'Tax ID',
  meters: 'Meters',
  credit: 'Credit',
  contact: 'Contact',
}

/** The names of lines, separated by commas. */
export const readinessText = (lines: readonly ReadinessLine[]): string =>
  lines.map((line) => readinessNames[line]).join(', ')

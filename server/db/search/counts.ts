import { shortTermTables } from './shortTermIndex'

/** The tables whose number of rows that are not in the trash is maintained. */
export const tablesWithRowCounts: ReadonlySet<string> = new Set([...shortTermTables.keys(), 'bids'])

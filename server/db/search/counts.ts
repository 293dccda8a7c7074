import { shortTermTables } from './shortTermIndex'

/** The tables whose number of rows that are not in the trash is maintained. */
export const tablesWithRowCounts: ReadonlySet<string> = new Set([
  ...shortTermTables.keys(),
  ...['bids', 'suppliers', 'quotes', 'utility_accounts', 'meters', 'bill_periods', 'contracts', 'todos'],
])

/** Those of them whose changes are counted, too, by which counts of searches are kept. */
export const tablesWithSearchCounts: ReadonlySet<string> = new Set([
  ...shortTermTables.keys(),
  ...['bids', 'suppliers', 'quotes'],
])

/** Those of which changes of any column are counted, by which counts of conditions on their columns are kept. */
export const tablesWithAllChangesCounted: ReadonlySet<string> = new Set(['quotes'])

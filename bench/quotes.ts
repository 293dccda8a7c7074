/**
 * The time of the lists of quotes, of each of their filters, of a comparison, and of what the list of opportunities
 * shows of quotes, each beside the plain list of opportunities in the same turn (GAS-8). BENCH_OPPORTUNITIES sets the
 * size.
 */
import { sql } from 'kysely'
import { readConfig } from '../server/config'
import { openDatabase } from '../server/db/dialects'
import { contract } from '../src/contract'
import {
  comparisonPath,
  maxSummaries,
  opportunityComparisonPath,
  quoteSummariesPath,
} from '../src/contract/comparisons'
import { quoteStates } from '../src/contract/gas/quotes'
import { besideList, plainList } from './besideList'
import type { Figures } from './figures'
import { seededDatabases, type Seeded } from './seeded'

const opportunities = Number(process.env['BENCH_OPPORTUNITIES'] ?? 100_000)
const day = 86_400_000

const { path: offers } = contract.quotes
const listed = (query: string) => `${offers}?limit=10&expand=supplier,created_by,modified_by&${query}`

const ids = Array.from({ length: maxSummaries }, (_, index) => index + 1)
const cases: Readonly<Record<string, string>> = {
  list: listed(''),
  'list from half-way': listed(`offset=${opportunities}`),
  ...Object.fromEntries(
    contract.quotes.orderings.map((name) => [`sort by ${name}`, listed(`ordering=${name}`)]),
  ),
  'search of 3 letters': listed('q=ene'),
  'of a bid': listed('bid=1'),
  'of an opportunity': listed('opportunity=1'),
  'of a supplier': listed('supplier=3'),
  'of a type': listed('pricing_type=2'),
  'of a term': listed('term=24'),
  firm: listed('quote_kind=firm'),
  ...Object.fromEntries(quoteStates.map((state) => [state, listed(`state=${state}`)])),
  'open or awarded': listed('state=open,awarded'),
  'open, of a supplier': listed('state=open&supplier=3'),
  'valid from a moment on': listed('valid_until_from=2026-10-01T00:00:00Z'),
  'valid up to a moment': listed('valid_until_to=2026-10-01T00:00:00Z'),
  'comparison of a bid': comparisonPath(1),
  'comparison of an opportunity': opportunityComparisonPath(1),
  'summaries of 10 opportunities': `${quoteSummariesPath}?ids=${ids.slice(0, 10).join(',')}`,
  [`summaries of ${maxSummaries}`]: `${quoteSummariesPath}?ids=${ids.join(',')}`,
  'opportunities with quotes that expire today': `${plainList}&quotes_expire_today=true`,
}

/** Milliseconds of each case, beside those of the plain list of opportunities. */
export async function quotes(): Promise<Figures> {
  const figures: Figures = []
  for (const seeded of await seededDatabases(opportunities)) {
    await keepOpen(seeded)
    figures.push(...(await besideList(seeded, cases)))
  }
  return figures
}

/** Has the open quotes of a database that was filled on another day expire from today on, as they did there. */
async function keepOpen({ env }: Seeded): Promise<void> {
  const { db, dialect } = openDatabase(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  // Only open quotes have a price in the seed, and they expire on four days.
  for (const place of [0, 1, 2, 3])
    await db
      .updateTable('quotes')
      .set({ valid_until: new Date(Date.now() + (place * 24 + 1) * (day / 24)).toISOString() })
      .where('all_in_price', 'is not', null)
      .where(sql<boolean>`quote_id % 4 = ${place}`)
      .execute()
  // By the old moments PostgreSQL would expect no open quote, and look for all of them first.
  await dialect.bulkLoad.analyze(db)
  // What the update has left is removed by the server of PostgreSQL itself, some minutes later.
  if (dialect.kind === 'postgres') await sql`vacuum quotes`.execute(db)
  await db.destroy()
}

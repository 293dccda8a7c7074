/**
 * The prices of quotes. Answers about a bid compute them; the list of opportunities needs the best one of each, so that
 * the all-in price of open quotes is stored, too, and computed anew in the background where what it rests on changes.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { contract, type Row } from '../../src/contract'
import { pricingTypes } from '../../src/contract/bids'
import { monthOf } from '../../src/contract/gas/calendar'
import { places, rounded } from '../../src/contract/gas/decimal'
import { priceQuote, type QuoteNumbers, type QuoteTerms } from '../../src/contract/gas/quotes'
import { heatContentOn } from '../../src/contract/gas/units'
import { monthlyVolumes } from '../../src/contract/gas/choices'
import type { BidVolumes } from '../../src/contract/gas/volumes'
import { nowOf } from '../db/clock'
import type { OpenDatabase } from '../db/dialects'
import { keptPrepared } from '../db/statements'
import type { Tables } from '../db/tables'
import type { BackgroundJob } from '../kit/backgroundJob'
import { createChangeJob, hasMarks } from '../kit/changeJob'
import type { Write } from '../kit/context'
import { inTurns } from '../kit/turns'
import { addChangeNotice } from '../kit/write/notices'
import { resourceOf } from '../kit/registry'
import { curveAsOf, todayOf, type CurveAsOf } from './market'

type Db = Kysely<Tables>

/** A quote as far as its price rests on it. */
export type PricedQuote = QuoteTerms & Pick<Row<'quotes'>, 'quote_id' | 'bid' | 'index_curve'>

/** What a price rests on, and what it is. */
export interface Priced {
  numbers: QuoteNumbers
  heatContent: number
  /** The trade date of its curve; null where it needs none, or there is none. */
  curveDate: string | null
}

/** A bid as far as the prices of its quotes rest on it, and what it asks for. */
export interface PricingBid extends BidVolumes {
  utility: number
  asked: Pick<Row<'bids'>, 'swing' | 'terms' | 'start_date'>
}

/** Bids, and the heat contents of their utilities. */
export interface PricingBids {
  bids: ReadonlyMap<number, PricingBid>
  heatContents: ReadonlyMap<number, { valid_from: string; mmbtu_per_mcf: number }[]>
}

/** What the prices of quotes of some bids rest on. */
export interface PricingBase extends Pick<PricingBids, 'heatContents'> {
  bids: ReadonlyMap<number, Omit<PricingBid, 'asked'>>
  curves: ReadonlyMap<number, CurveAsOf | null>
  /** The curve of NYMEX, where a quote rests on it and names none. */
  nymex: number | null
}

/** The active curve of NYMEX that was made first; null where there is none. */
export async function nymexCurve(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('curves')
    .select('curve_id')
    .where('kind', '=', 'nymex')
    .where('status', '=', 'active')
    .orderBy('curve_id')
    .limit(1)
    .executeTakeFirst()
  return row?.curve_id ?? null
}

/** The curve that a quote rests on. */
const curveOf = (
  { pricing_type, index_curve }: Pick<PricedQuote, 'pricing_type' | 'index_curve'>,
  nymex: number | null,
): number | null =>
  pricing_type === pricingTypes.fixed
    ? null
    : (index_curve ?? (pricing_type === pricingTypes['nymex+'] ? nymex : null))

/** Reads what the prices of some quotes rest on as of a day. */
async function pricingBase(db: Db, quotes: readonly PricedQuote[], day: string): Promise<PricingBase> {
  const ids = [...new Set(quotes.map(({ bid }) => bid))]
  const [bids, curves] = await Promise.all([pricingBids(db, sql.join(ids)), pricingCurves(db, quotes, day)])
  return { ...bids, ...curves }
}

/**
 * Reads bids, and the heat contents of their utilities.
 * @param bidIds the list of their ids.
 * @param isKept its text stays the same whatever their number is.
 */
export async function pricingBids(db: Db, bidIds: RawBuilder<unknown>, isKept = false): Promise<PricingBids> {
  const [bids, heatContents] = await Promise.all([
    db
      .selectFrom('bids')
      .innerJoin('utility_states', 'utility_states.utility_state_id', 'bids.utility_state')
      .$if(isKept, (query) => query.modifyFront(keptPrepared))
      .select(['bids.bid_id', 'utility_states.utility'])
      .select(['bids.annual_volume', 'bids.volume_unit', 'bids.meter_count'])
      .select(['bids.swing', 'bids.terms', 'bids.start_date'])
      .select(monthlyVolumes.map((field) => `bids.${field}` as const))
      .where(sql<boolean>`bids.bid_id in (${bidIds})`)
      .execute(),
    db
      .selectFrom('heat_contents')
      .$if(isKept, (query) => query.modifyFront(keptPrepared))
      .select(['utility', 'valid_from', 'mmbtu_per_mcf'])
      .where(
        sql<boolean>`utility in (select utility from bids inner join utility_states on utility_state_id = utility_state where bid_id in (${bidIds}))`,
      )
      .execute(),
  ])
  const utilities = new Set(bids.map(({ utility }) => utility))
  return {
    bids: new Map(
      bids.map(({ bid_id, swing, terms, start_date, ...bid }) => [
        bid_id,
        { ...bid, asked: { swing: list(swing), terms: list(terms), start_date } },
      ]),
    ),
    heatContents: new Map(
      [...utilities].map((utility) => [utility, heatContents.filter((entry) => entry.utility === utility)]),
    ),
  }
}

/** A list as it is stored. */
const list = <T>(text: string): T[] => JSON.parse(text) as T[]

/** Reads the curves that quotes rest on, as of a day; PostgreSQL answers the statements side by side. */
export async function pricingCurves(
  db: Db,
  quotes: readonly PricedQuote[],
  day: string,
): Promise<Pick<PricingBase, 'curves' | 'nymex'>> {
  const isAsked = quotes.some((quote) => curveOf(quote, null) === null && curveOf(quote, 0) !== null)
  const nymex = isAsked ? await nymexCurve(db) : null
  const ids = new Set(quotes.map((quote) => curveOf(quote, nymex)).filter((curve) => curve !== null))
  const from = quotes.reduce<string | null>(
    (first, { start_date }) => (first === null || monthOf(start_date) < first ? monthOf(start_date) : first),
    null,
  )
  const curves = await Promise.all(
    [...ids].map(async (curve) => [curve, await curveAsOf(db, curve, day, from)] as const),
  )
  return { curves: new Map(curves), nymex }
}

/** The price of a quote. */
export function pricedOn(base: PricingBase, quote: PricedQuote): Priced {
  const bid = base.bids.get(quote.bid)
  if (!bid) throw new Error(`Bid ${quote.bid} of quote ${quote.quote_id} is missing.`)
  const heatContent = heatContentOn(base.heatContents.get(bid.utility) ?? [], quote.start_date)
  const id = curveOf(quote, base.nymex)
  const curve = id === null ? null : (base.curves.get(id) ?? null)
  return {
    numbers: priceQuote({ quote, bid, heatContent, curve: curve?.prices ?? null }),
    heatContent,
    curveDate: curve?.curveDate ?? null,
  }
}

/** A price as whole ten thousandths of a dollar per dekatherm (UNIT-4); null where it is out of all reason. */
export function storedPrice({ numbers: { all_in_price } }: Priced): number | null {
  if (all_in_price === null) return null
  const whole = rounded(all_in_price.times(10 ** places.price), 0)
  return Number.isSafeInteger(whole) ? whole : null
}

/** Columns of quotes from which they are priced. */
export const pricedColumns = [
  ...([
    'quote_id',
    'bid',
    'index_curve',
    'pricing_type',
    'term',
    'start_date',
    'price',
    'price_unit',
  ] as const),
  ...(['pricing_point', 'basis', 'transport', 'loss_percent', 'monthly_charge', 'other_charge'] as const),
  ...(['fee', 'fee_unit', 'fee_included', 'all_in_price'] as const),
] as const

/**
 * Computes the stored prices of quotes.
 * @returns the quotes whose price has changed.
 */
export async function storePrices({ db }: Write, ids: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('quotes').select(pricedColumns).where('quote_id', 'in', ids).execute()
  const base = await pricingBase(db, rows, todayOf(db))
  const changed: number[] = []
  const priced = await inTurns(rows, (quote) => ({
    ...quote,
    computed: storedPrice(pricedOn(base, quote)),
  }))
  for (const { quote_id, all_in_price, computed } of priced) {
    if (computed === all_in_price) continue
    await db.updateTable('quotes').set({ all_in_price: computed }).where('quote_id', '=', quote_id).execute()
    changed.push(quote_id)
  }
  return changed
}

type MarkKind = Tables['quote_pricing_marks']['kind']

/** Has the open quotes that rest on a utility, a curve or a bid priced anew, once the write is committed. */
export async function markForPricing(
  { db }: Write,
  kind: MarkKind,
  targets: readonly (number | undefined)[],
): Promise<void> {
  const marks = [...new Set(targets)].flatMap((target) => (target === undefined ? [] : [{ kind, target }]))
  if (marks.length > 0) await db.insertInto('quote_pricing_marks').values(marks).execute()
}

/** Which quotes rest on the target of a mark. */
const restsOn = {
  utility: (target: number) =>
    sql<boolean>`bid in (select bid_id from bids inner join utility_states on utility_state_id = utility_state where utility = ${target})`,
  curve: (target: number) =>
    sql<boolean>`(index_curve = ${target} or (index_curve is null and pricing_type = ${pricingTypes['nymex+']}))`,
  bid: (target: number) => sql<boolean>`bid = ${target}`,
} as const satisfies Record<MarkKind, unknown>

/** Quotes of a transaction, which holds up other writes for some milliseconds. */
const quotesAtOnce = 25

/** Changes of these records leave marks. */
const wokenBy: readonly string[] = [
  ...[contract.heatContents, contract.curves, contract.curvePoints, contract.utilityStates],
  ...[contract.bids, contract.opportunities],
].map(({ name }) => name)

/** Prices marked quotes while the server listens; work left by a crash is resumed. */
export function createQuotePricer(database: OpenDatabase, log: (error: unknown) => void): BackgroundJob {
  return createChangeJob(database, {
    wokenBy,
    log,
    hasWork: hasMarks('quote_pricing_marks'),
    work: async (write) => {
      const { db } = write
      const mark = await db
        .selectFrom('quote_pricing_marks')
        .selectAll()
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (!mark) return false
      const rows = await db
        .selectFrom('quotes')
        .select('quote_id')
        .where('quote_id', '>', mark.done_to)
        .where('valid_until', '>', nowOf(db).toISOString())
        .where('awarded_at', 'is', null)
        .where('deleted_at', 'is', null)
        .where(restsOn[mark.kind](mark.target))
        .orderBy('quote_id')
        .limit(quotesAtOnce)
        .execute()
      const ids = rows.map(({ quote_id }) => quote_id)
      const last = ids.at(-1)
      if (last !== undefined) {
        const changed = await storePrices(write, ids)
        const quotes = resourceOf('quotes')
        for (const id of changed) addChangeNotice(write, quotes, 'updated', id)
      }
      if (ids.length < quotesAtOnce)
        await db.deleteFrom('quote_pricing_marks').where('id', '=', mark.id).execute()
      else
        await db.updateTable('quote_pricing_marks').set({ done_to: last }).where('id', '=', mark.id).execute()
      return true
    },
  })
}

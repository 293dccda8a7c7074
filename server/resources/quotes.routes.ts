import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import {
  comparisonPath,
  maxStripMonths,
  maxSummaries,
  opportunityComparisonPath,
  quoteActions,
  quoteSummariesPath,
  stripPath,
  type ComparedQuote,
  type QuoteSummary,
  type Strip,
} from '../../src/contract/comparisons'
import {
  addMonths,
  isOldCurve,
  lastTradingDay,
  monthOf,
  monthsFrom,
  wallClock,
} from '../../src/contract/gas/calendar'
import { decimal, places, rounded } from '../../src/contract/gas/decimal'
import { quoteDifferences, quoteStates } from '../../src/contract/gas/quotes'
import { loadWeighted, stripAverage } from '../../src/contract/gas/strips'
import { gasUnits, type GasUnit } from '../../src/contract/gas/units'
import { volumesOf } from '../../src/contract/gas/volumes'
import { text } from '../../src/contract/fields'
import { seesCommission } from '../../src/contract/policy'
import { oneOf, schemaName } from '../../src/contract/schema'
import { nowOf } from '../db/clock'
import type { Write } from '../kit/context'
import { ApiError, invalidFields, invalidParameter } from '../kit/errors'
import { actionRoute } from '../kit/http/actionRoute'
import { asOf, documentRoute, idParams } from '../kit/http/documentation'
import { route } from '../kit/http/route'
import { readOne, toId } from '../kit/http/routes'
import { parseParameter } from '../kit/input'
import { parseAsOf, parseOptional, single, type Parameters } from '../kit/read/query'
import { missingRecord } from '../kit/read/merged'
import { isAlive } from '../kit/read/records'
import type { ServerResource } from '../kit/resource'
import { updateFromValues } from '../kit/write/update'
import { undoWin, recordWin } from './awardStages'
import { bids } from './bids'
import { makeDraft, trashDraft } from './contractDrafts'
import { curves } from './curves'
import { curveAsOf, marketCalendarOf, marketTimeZoneOf, todayOf, type CurveAsOf } from './market'
import { storePrices } from './quotePricing'
import { opportunities } from './opportunities'
import { compareQuotes, frozenText, rankedQuotes, type ComparisonScope } from './quoteComparison'
import { quoteSummaries } from './quoteSummaries'
import { quotes, storedQuotes } from './quotes'

/** The comparison of a bid's quotes, their actions, and strips of curves. */
export function quoteRoutes(app: FastifyInstance): void {
  comparisonRoutes(app)
  summariesRoute(app)
  stripRoute(app)
  awardRoutes(app)
}

/** The moment and the day that a request is about. */
function momentOf({ database, config }: FastifyInstance, query: Parameters): { moment: string; day: string } {
  const { db } = database
  return (
    parseAsOf(query, config.marketTimeZone) ?? {
      moment: nowOf(db).toISOString(),
      day: todayOf(db),
    }
  )
}

/** The comparisons of a bid's quotes, and of those of all bids of an opportunity. */
function comparisonRoutes(app: FastifyInstance): void {
  const { db } = app.database
  const compare = async (
    resource: ServerResource,
    of: (id: number) => ComparisonScope,
    { query, caller, params }: FastifyRequest<{ Querystring: { unit?: unknown }; Params: { id: string } }>,
  ): Promise<ListAnswer<ComparedQuote>> => {
    const unit = (parseOptional(query, 'unit', { kind: 'choice', options: gasUnits }) ?? 'dth') as GasUnit
    const [id, moment] = [toId(resource, params.id), momentOf(app, query)]
    const [isSeen, results] = await Promise.all([
      isAlive(db, resource, id, caller.id),
      compareQuotes(db, of(id), moment, unit),
    ])
    if (!isSeen) throw await missingRecord(db, resource, id)
    return {
      count: results.length,
      results: seesCommission(caller) ? results : results.map((result) => ({ ...result, commission: null })),
    }
  }
  const document = (summary: string) => ({
    ...documentRoute(schemaName(quotes.contract), summary, comparisonAnswer, null, [404]),
    description:
      'Those that are open, expired or awarded; awarded ones with the numbers of the award. Prices are per `unit`, quantities in dth.',
    params: idParams,
    querystring: Type.Object({
      ...asOf,
      unit: Type.Optional(oneOf(gasUnits, { description: 'The unit of prices.', default: 'dth' })),
    }),
  })
  route(app, {
    method: 'GET',
    path: comparisonPath(':id'),
    document: document("Compare a bid's quotes"),
    handler: (request) => compare(bids, (bid) => ({ bid }), request),
  })
  route(app, {
    method: 'GET',
    path: opportunityComparisonPath(':id'),
    document: document("Compare the quotes of each of an opportunity's bids"),
    handler: (request) => compare(opportunities, (opportunity) => ({ opportunity }), request),
  })
}

function summariesRoute(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    path: quoteSummariesPath,
    document: {
      ...documentRoute(
        schemaName(quotes.contract),
        'Sum up the open quotes of opportunities',
        summariesAnswer,
      ),
      querystring: Type.Object({
        ids: Type.Optional(
          Type.String({
            description: `Ids of opportunities, separated by commas, at most ${maxSummaries}.`,
            examples: ['7,12'],
          }),
        ),
      }),
    },
    handler: async (request): Promise<ListAnswer<QuoteSummary>> => {
      const ids = (single(request.query, 'ids') ?? '').split(',').filter((id) => id.trim() !== '')
      if (ids.length > maxSummaries) throw invalidParameter('ids', `At most ${maxSummaries} ids.`)
      const opportunityIds = ids.map(
        (id) => parseParameter('ids', { kind: 'integer', min: 1 }, id.trim()) as number,
      )
      const results = await quoteSummaries(app.database.db, opportunityIds)
      return { count: results.length, results }
    },
  })
}

function stripRoute(app: FastifyInstance): void {
  const { database } = app
  route(app, {
    method: 'GET',
    path: stripPath(':id'),
    document: {
      ...documentRoute(
        schemaName(curves.contract),
        'Read consecutive months of a curve',
        stripAnswer,
        null,
        [404],
      ),
      description: 'Settled months by their settlement; nothing is extrapolated.',
      params: idParams,
      querystring: Type.Object({
        from: Type.Optional(
          Type.String({
            description: "The first month; the one after the market's day where none is sent.",
            examples: ['2027-01'],
          }),
        ),
        months: Type.Optional(Type.Integer({ minimum: 1, maximum: maxStripMonths, default: 12 })),
        ...asOf,
        bid: Type.Optional(Type.Integer({ minimum: 1, description: 'By whose volumes months are weighed.' })),
      }),
    },
    handler: async (request): Promise<Strip> => {
      const { query } = request
      const curve = toId(curves, request.params.id)
      await readOne(app, curves, curve, request)
      const { day } = momentOf(app, query)
      const sent = parseOptional(query, 'from', text({ max: 7, format: 'month' })) as string | undefined
      const from = sent ?? addMonths(monthOf(day), 1)
      const count = (parseOptional(query, 'months', {
        kind: 'integer',
        min: 1,
        max: maxStripMonths,
      }) ?? 12) as number
      const bid = parseOptional(query, 'bid', { kind: 'integer' }) as number | null | undefined
      const of = typeof bid === 'number' ? await readOne(app, bids, toId(bids, String(bid)), request) : null
      return stripOf(database.db, { curve, from, count, day }, of as Row<'bids'> | null)
    },
  })
}

/** Why a curve has no strip with a month. */
function lacks({ curveDate, prices }: CurveAsOf, month: string): string {
  const known = [...prices.keys()].sort()
  const [first = '', last = ''] = [known[0], known.at(-1)]
  if (month < first) return `The curve of ${curveDate} begins with ${first}.`
  if (month > last) return `The curve of ${curveDate} ends with ${last}.`
  return `The curve of ${curveDate} has no price of ${month}.`
}

/** @throws ApiError 400 where the curve lacks a month. */
async function stripOf(
  db: Write['db'],
  { curve, from, count, day }: { curve: number; from: string; count: number; day: string },
  bid: Row<'bids'> | null,
): Promise<Strip> {
  const known = await curveAsOf(db, curve, day)
  if (!known) throw new ApiError(400, 'invalid', `The curve has no prices up to ${day}.`)
  const { prices, settled, curveDate } = known
  const points = monthsFrom(from, count).map((month) => {
    const price = prices.get(month)
    if (price === undefined) throw new ApiError(400, 'invalid', lacks(known, month))
    return { month, price }
  })
  const { holidays } = await marketCalendarOf(db)
  const values = points.map(({ price }) => decimal(price))
  const { volumes, source } = bid
    ? volumesOf(
        bid,
        points.map(({ month }) => month),
      )
    : { volumes: [], source: null }
  const weights = volumes.flatMap((volume) => volume ?? [])
  const weighted = bid && weights.length === points.length ? loadWeighted(values, weights) : null
  return {
    curve_date: curveDate,
    curve_is_old: isOldCurve(curveDate, day, holidays),
    months: points.map(({ month, price }) => ({
      month,
      price,
      settled: settled.has(month),
      last_trading_day: lastTradingDay(month, holidays),
    })),
    strip_average: rounded(stripAverage(values) ?? 0, places.price),
    load_weighted: weighted && rounded(weighted, places.price),
    volume_source: source,
  }
}

function awardRoutes(app: FastifyInstance): void {
  actionRoute(app, quotes, {
    name: quoteActions.award,
    summary: 'Award a quote',
    description:
      "Open and firm ones only, one of each bid. The bid's other open quotes are lost, the numbers of this one are frozen, a draft of a contract is made, and an opportunity with a stage is won. A reason is required of one that is not the best, or whose all-in price is not known.",
    fields: { reason: text({ max: 10_000, shape: 'lines' }) },
    work: (write, record, { reason }) => award(write, record as unknown as Row<'quotes'>, reason ?? null),
  })
  actionRoute(app, quotes, {
    name: quoteActions.revokeAward,
    summary: 'Revoke the award of a quote',
    description:
      "As long as its contract is a draft, which goes to the trash. The bid's lost quotes are open or expired again, and the opportunity returns to the stage that it had before.",
    fields: {},
    work: (write, record) => revokeAward(write, record as unknown as Row<'quotes'>),
  })
  actionRoute(app, quotes, {
    name: quoteActions.withdraw,
    summary: 'Mark a quote as withdrawn by its supplier',
    description: 'Awarded ones cannot be withdrawn.',
    fields: {},
    work: async (write, record) => {
      const { quote_id, state } = record as unknown as Row<'quotes'>
      if (state === 'awarded' || state === 'withdrawn')
        throw refused(`A quote that is ${state} cannot be withdrawn.`, record)
      await updateFromValues(write, storedQuotes, quote_id, { withdrawn_at: nowOf(write.db).toISOString() })
    },
  })
}

const refused = (why: string, current: unknown) => new ApiError(409, 'refused', why, { current })

/** Awards a quote, with all that follows (QUO-10). */
async function award(write: Write, quote: Row<'quotes'>, reason: string | null): Promise<void> {
  const { db } = write
  const moment = nowOf(db).toISOString()
  const winner = await awarded(write, quote.bid)
  if (winner) throw refused(`${winner.by} has awarded this bid to ${winner.supplier} already.`, quote)
  if (quote.quote_kind !== 'firm') throw refused('Only a firm quote can be awarded.', quote)
  if (quote.state === 'expired') {
    const { day, time } = wallClock(quote.valid_until, marketTimeZoneOf(db))
    throw refused(`This quote expired on ${day} at ${time}.`, quote)
  }
  if (quote.state !== 'open') throw refused(`A quote that is ${quote.state} cannot be awarded.`, quote)
  const ranked = await rankedQuotes(db, { bid: quote.bid }, { moment, day: todayOf(db) })
  const own = ranked.find((other) => other.quote.quote_id === quote.quote_id)
  if (!own) {
    const { day, time } = wallClock(quote.quoted_at, marketTimeZoneOf(db))
    throw refused(`This quote counts from ${day} at ${time} on.`, quote)
  }
  if (!own.ranks.best && reason === null) throw invalidFields({ reason: 'Say why this quote was chosen.' })
  await updateFromValues(write, storedQuotes, quote.quote_id, {
    awarded_at: moment,
    awarded_by: write.actor,
    award_reason: reason,
    frozen: frozenText(own),
  })
  for (const other of ranked)
    if (other.quote.state === 'open' && other !== own)
      await updateFromValues(write, storedQuotes, other.quote.quote_id, { lost_at: moment })
  await makeDraft(write, quote)
  await recordWin(write, quote)
}

/** Who has awarded a bid already, and to whom; undefined for one without an award. */
async function awarded({ db }: Write, bid: number): Promise<{ by: string; supplier: string } | undefined> {
  const row = await db
    .selectFrom('quotes')
    .innerJoin('suppliers', 'suppliers.supplier_id', 'quotes.supplier')
    .leftJoin('users', 'users.id', 'quotes.awarded_by')
    .select(['suppliers.name', 'users.username', 'users.first_name', 'users.last_name'])
    .where('quotes.bid', '=', bid)
    .where('quotes.awarded_at', 'is not', null)
    .where('quotes.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
  return { by: name || (row.username ?? 'The system'), supplier: row.name }
}

async function revokeAward(write: Write, quote: Row<'quotes'>): Promise<void> {
  if (quote.awarded_at === null) throw refused('This quote is not awarded.', quote)
  const { db } = write
  await trashDraft(write, quote)
  const none = { awarded_at: null, awarded_by: null, award_reason: null, frozen: null }
  await updateFromValues(write, storedQuotes, quote.quote_id, none)
  const lost = await db
    .selectFrom('quotes')
    .select('quote_id')
    .where('bid', '=', quote.bid)
    .where('lost_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('quote_id')
    .execute()
  const ids = lost.map(({ quote_id }) => quote_id)
  for (const id of ids) await updateFromValues(write, storedQuotes, id, { lost_at: null })
  // No write reaches those in the trash, and they come back open or expired.
  await db
    .updateTable('quotes')
    .set({ lost_at: null })
    .where('bid', '=', quote.bid)
    .where('lost_at', 'is not', null)
    .execute()
  await storePrices(write, [quote.quote_id, ...ids])
  await undoWin(write, quote)
}

const nullable = (schema: ReturnType<typeof Type.Number>) => Type.Union([schema, Type.Null()])
const amount = nullable(Type.Number())
const nullableText = Type.Union([Type.String(), Type.Null()])
const rank = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])
const volumeSource = Type.Union([oneOf(['profile', 'flat']), Type.Null()])

const comparisonAnswer = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  results: Type.Array(
    Type.Object({
      quote: Type.Ref(`${schemaName(quotes.contract)}#`),
      state: oneOf(quoteStates),
      all_in_price: amount,
      net_price: amount,
      term_cost: amount,
      annual_cost: amount,
      net_annual_cost: amount,
      commission: amount,
      term_volume: amount,
      strip_average: amount,
      load_weighted: amount,
      volume_source: volumeSource,
      meters: Type.Number({ description: 'By how many meters the monthly charge counts.' }),
      months: Type.Array(Type.Object({ month: Type.String(), price: amount, volume: amount })),
      missing: Type.Array(Type.String(), {
        description: 'Inputs without which the numbers are null: fields, or `curve YYYY-MM`.',
      }),
      heat_content: Type.Number(),
      curve_date: nullableText,
      curve_is_old: Type.Boolean(),
      rank,
      rank_term: rank,
      best: Type.Boolean(),
      differs: Type.Array(oneOf(quoteDifferences)),
    }),
  ),
})

const summariesAnswer = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  results: Type.Array(
    Type.Object({
      opportunity: Type.Integer({ minimum: 1 }),
      best_price: amount,
      quotes_open: Type.Integer({ minimum: 1 }),
      next_expiry: Type.String({ format: 'date-time', examples: ['2027-03-12T22:00:00.000Z'] }),
    }),
  ),
})

const stripAnswer = Type.Object({
  curve_date: Type.String({ format: 'date', examples: ['2027-03-01'] }),
  curve_is_old: Type.Boolean(),
  months: Type.Array(
    Type.Object({
      month: Type.String({ examples: ['2027-04'] }),
      price: Type.Number(),
      settled: Type.Boolean(),
      last_trading_day: Type.String({ format: 'date', examples: ['2027-03-29'] }),
    }),
  ),
  strip_average: Type.Number(),
  load_weighted: amount,
  volume_source: volumeSource,
})

import { sql, type SqlBool } from 'kysely'
import type { Row } from '../../src/contract'
import { pricingTypes } from '../../src/contract/bids'
import { defaultValidUntil } from '../../src/contract/gas/calendar'
import { rounded } from '../../src/contract/gas/decimal'
import { quoteState, quoteStates, type QuoteState } from '../../src/contract/gas/quotes'
import { convertPrice, heatContentOn, type GasUnit } from '../../src/contract/gas/units'
import { problems } from '../../src/contract/problems'
import { unfrozenFields } from '../../src/contract/quotes'
import { nowOf } from '../db/clock'
import type { Write } from '../kit/context'
import type { FieldErrors, Values } from '../kit/declaration'
import { defineResource, shared, withRules } from '../kit/define'
import { ApiError, invalidFields, invalidParameter } from '../kit/errors'
import { parseParameter } from '../kit/input'
import { updateFromValues } from '../kit/write/update'
import { marketCalendarOf } from './market'
import { nymexCurve, storePrices } from './quotePricing'

declare module '../db/tables' {
  interface ServerColumns {
    quotes: Searched &
      CascadedColumns & {
        supplier_key: string | null
        /** Of open ones: 1/10,000 $ per dekatherm; null where not known. */
        all_in_price: number | null
        /** Of an awarded one: what its price rested on, and what it was, as JSON text (quoteComparison.ts). */
        frozen: string | null
      }
  }
}

type Quote = Row<'quotes'>

export const quotes = defineResource('quotes', {
  description: 'Offers of suppliers for bids.',
  search: ['supplier_reference', shared('supplier.name')],
  sortKeys: { supplier: 'supplier.name' },
  isCascaded: true,
  // A write compares the quote with others of its bid.
  exclusive: true,
  listParameters: {
    opportunity: {
      description: 'Only those of the bids of this opportunity.',
      condition: (value) =>
        sql<SqlBool>`quotes.bid in (select bid_id from bids where opportunity = ${idIn('opportunity', value)})`,
    },
    state: {
      description: `Only those in one of these states, separated by commas: ${quoteStates.join(', ')}.`,
      condition: (value, { as_of: asOf }, db) => {
        const moment = asOf ?? nowOf(db).toISOString()
        const states = value.split(',').map((state) => stateIn(state))
        return sql<SqlBool>`(${sql.join(
          states.map((state) => inState(state, moment)),
          sql` or `,
        )})`
      },
      columns: ['valid_until', 'awarded_at', 'withdrawn_at', 'lost_at', 'replaced_at'],
    },
    valid_until_from: {
      description: 'A moment: only those that are valid until then or longer.',
      condition: (value) => sql<SqlBool>`quotes.valid_until >= ${momentIn('valid_until_from', value)}`,
      columns: ['valid_until'],
    },
    valid_until_to: {
      description: 'A moment: only those that are valid until then at most.',
      // No quote was made after its end: by that, those in question begin at a place of the usual order.
      condition: (value) => {
        const moment = momentIn('valid_until_to', value)
        return sql<SqlBool>`(quotes.valid_until <= ${moment} and quotes.quoted_at <= ${moment})`
      },
    },
  },
  atMoment: (record, moment) => ({ state: quoteState(record, moment) }),
  check: (values) => problemsOf(values),
  prepare: async (write, values, { before, sent, body }) => {
    if (before?.awarded_at) assertUnfrozen(before, sent)
    const filled = { ...values, ...(await prefilled(write, values, before === null ? namesIn(body) : null)) }
    const changed = Object.fromEntries(
      Object.entries(filled).filter(([name, value]) => value !== values[name as keyof typeof values]),
    ) as Partial<Quote>
    assertInOrder(filled)
    const index_curve = await curveOf(write, filled)
    return { ...changed, index_curve }
  },
  after: async (write, id, { values, before }) => {
    await settleReplaced(write, await groupOf(write, id))
    if (
      before !== null &&
      groupFields.some((name) => values[name] !== undefined && values[name] !== before[name])
    )
      await settleReplaced(write, before)
    await storePrices(write, [id])
  },
  moved: async (write, id, record) => {
    if (record.awarded_at !== null)
      throw new ApiError(409, 'refused', 'Revoke the award of this quote first.', { current: record })
    await settleReplaced(write, record)
    // Its price is not kept up to date in the trash.
    if (record.deleted_at !== null) await storePrices(write, [id])
  },
})

/** Quotes as the server itself changes them: as they are, without the rules for what people send. */
export const storedQuotes = withRules('quotes', {
  check: () => ({}),
  prepare: () => Promise.resolve({}),
  after: () => Promise.resolve(),
})

const idIn = (name: string, value: string): number =>
  parseParameter(name, { kind: 'integer', min: 1 }, value) as number
const momentIn = (name: string, value: string): string =>
  parseParameter(name, { kind: 'timestamp' }, value) as string

function stateIn(value: string): QuoteState {
  const state = quoteStates.find((known) => known === value.trim())
  if (!state) throw invalidParameter('state', `Choose among: ${quoteStates.join(', ')}.`)
  return state
}

/** The moments that end a quote's being open, the one that counts first (quoteState). */
const endings = [
  ['awarded', 'awarded_at'],
  ['withdrawn', 'withdrawn_at'],
  ['lost', 'lost_at'],
  ['replaced', 'replaced_at'],
] as const

/** The condition for a state at a moment, which quoteState() tells of a record. */
export function inState(state: QuoteState, asOf: string) {
  const column = (name: string) => sql.ref(`quotes.${name}`)
  const notEnded = (before: number) =>
    endings.slice(0, before).map(([, name]) => sql`(${column(name)} is null or ${column(name)} > ${asOf})`)
  const place = endings.findIndex(([ending]) => ending === state)
  const [, ending] = endings[place] ?? [null, null]
  const own =
    ending !== null
      ? [sql`${column(ending)} <= ${asOf}`]
      : [
          state === 'open'
            ? sql`${column('valid_until')} > ${asOf}`
            : sql`${column('valid_until')} <= ${asOf}`,
        ]
  return sql<SqlBool>`(${sql.join([...own, ...notEnded(ending === null ? endings.length : place)], sql` and `)})`
}

function problemsOf({
  pricing_type,
  price,
  pricing_point,
  loss_percent,
  index_curve,
}: Partial<Values<'quotes'>>): FieldErrors<'quotes'> {
  const isFixed = pricing_type === pricingTypes.fixed
  const loss = loss_percent ?? 0
  return {
    ...(isFixed && price !== undefined && price < 0 ? { price: problems.tooLow(0) } : {}),
    ...(loss > 0 && pricing_point === 'Burner Tip'
      ? { loss_percent: 'A burner-tip price covers losses.' }
      : loss >= 50
        ? { loss_percent: 'Must be less than 50.' }
        : {}),
    ...(pricing_type === pricingTypes.index && (index_curve ?? null) === null
      ? { index_curve: problems.required }
      : {}),
  }
}

/** The names that a body holds. */
const namesIn = (body: unknown): ReadonlySet<string> => new Set(Object.keys(body ?? {}))

/**
 * What is filled in where nothing was sent (QUO-2 to QUO-4).
 * @param named the names in the body of a new quote; null for a change, which leaves what it does not send.
 */
async function prefilled(
  { db }: Write,
  values: Values<'quotes'>,
  named: ReadonlySet<string> | null,
): Promise<Partial<Quote>> {
  const deal = await db
    .selectFrom('bids')
    .innerJoin('opportunities', 'opportunities.opportunity_id', 'bids.opportunity')
    .select(['bids.start_date', 'opportunities.broker_fee', 'opportunities.dekatherms'])
    .where('bids.bid_id', '=', values.bid)
    .executeTakeFirstOrThrow()
  const supplier = await db
    .selectFrom('suppliers')
    .select('price_unit')
    .where('supplier_id', '=', values.supplier)
    .executeTakeFirstOrThrow()
  const start_date = values.start_date ?? deal.start_date
  if (start_date === null) throw invalidFields({ start_date: problems.required })
  const quoted_at = values.quoted_at ?? nowOf(db).toISOString()
  const dealUnit = isInTherms(deal.dekatherms) ? 'th' : 'dth'
  const fee_unit = values.fee_unit ?? dealUnit
  const isFeeSent = named === null || named.has('fee')
  return {
    start_date,
    price_unit: values.price_unit ?? supplier.price_unit ?? 'dth',
    fee: isFeeSent
      ? (values.fee ?? null)
      : await feeOf(db, values.bid, start_date, { fee: deal.broker_fee, from: dealUnit, to: fee_unit }),
    fee_unit,
    fee_included: values.fee_included ?? (await lastIncluded(db, values.supplier)),
    quoted_at,
    valid_until: values.valid_until ?? defaultValidUntil(quoted_at, await marketCalendarOf(db)),
  }
}

/** An opportunity's fee in the unit of a quote. */
async function feeOf(
  db: Write['db'],
  bid: number,
  day: string,
  { fee, from, to }: { fee: number | null; from: GasUnit; to: GasUnit },
): Promise<number | null> {
  if (fee === null || from === to) return fee
  const entries = await db
    .selectFrom('heat_contents')
    .innerJoin('utility_states', 'utility_states.utility', 'heat_contents.utility')
    .innerJoin('bids', 'bids.utility_state', 'utility_states.utility_state_id')
    .select(['heat_contents.valid_from', 'heat_contents.mmbtu_per_mcf'])
    .where('bids.bid_id', '=', bid)
    .execute()
  return rounded(convertPrice(fee, from, to, heatContentOn(entries, day)), feePlaces)
}

/** Digits after the decimal point of a fee that is converted, more than are ever shown. */
const feePlaces = 8

/** SQLite answers whole numbers for truth values; an opportunity without the choice counts in dekatherms. */
const isInTherms = (dekatherms: boolean | null): boolean => dekatherms !== null && !dekatherms

async function lastIncluded(db: Write['db'], supplier: number): Promise<boolean> {
  const last = await db
    .selectFrom('quotes')
    .select('fee_included')
    .where('supplier', '=', supplier)
    .where('deleted_at', 'is', null)
    .orderBy('quoted_at', 'desc')
    .orderBy('quote_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Boolean(last?.fee_included)
}

function assertInOrder({ valid_until = '', quoted_at = '' }: Partial<Quote>): void {
  if (Date.parse(valid_until) < Date.parse(quoted_at))
    throw invalidFields({ valid_until: 'Must not be before the quote was made.' })
}

/** The curve that a quote rests on: that of NYMEX for the type that names none, and another one for the type that names its own. */
async function curveOf(
  { db }: Write,
  { pricing_type, index_curve = null }: Partial<Quote>,
): Promise<number | null> {
  if (pricing_type === pricingTypes.fixed) return index_curve
  const isOfNymex = pricing_type === pricingTypes['nymex+']
  if (index_curve === null) return isOfNymex ? nymexCurve(db) : null
  const curve = await db
    .selectFrom('curves')
    .select('kind')
    .where('curve_id', '=', index_curve)
    .executeTakeFirst()
  if (isOfNymex && curve?.kind !== 'nymex') throw invalidFields({ index_curve: 'Choose a NYMEX curve.' })
  if (!isOfNymex && curve?.kind === 'nymex')
    throw invalidFields({ index_curve: 'Choose the curve of an index.' })
  return index_curve
}

/** @throws ApiError 409 for a change of a number that an award has frozen (QUO-13). */
function assertUnfrozen(before: Quote, sent: Partial<Quote>): void {
  const changed = Object.entries(sent).some(
    ([name, value]) =>
      !unfrozenFields.some((field) => field === name) && value !== before[name as keyof Quote],
  )
  if (changed) throw new ApiError(409, 'refused', 'An awarded quote keeps its numbers.', { current: before })
}

/** Quotes that differ in none of these replace each other. */
const groupFields = ['bid', 'supplier', 'pricing_type', 'term', 'start_date', 'quoted_at'] as const
type Group = Pick<Quote, Exclude<(typeof groupFields)[number], 'quoted_at'>>

const groupOf = ({ db }: Write, id: number): Promise<Group> =>
  db
    .selectFrom('quotes')
    .select(['bid', 'supplier', 'pricing_type', 'term', 'start_date'])
    .where('quote_id', '=', id)
    .executeTakeFirstOrThrow()

/** Has each quote of a group know when a later one took its place (QUO-5). */
async function settleReplaced(write: Write, { bid, supplier, pricing_type, term, start_date }: Group) {
  const rows = await write.db
    .selectFrom('quotes')
    .select(['quote_id', 'quoted_at', 'replaced_at'])
    .where('bid', '=', bid)
    .where('supplier', '=', supplier)
    .where('pricing_type', '=', pricing_type)
    .where('term', '=', term)
    .where('start_date', '=', start_date)
    .where('deleted_at', 'is', null)
    .orderBy('quoted_at')
    .execute()
  // The first moment after that of a quote, from the last one back.
  let [next, after]: [string | null, string | null] = [null, null]
  for (const { quote_id, quoted_at, replaced_at } of rows.toReversed()) {
    if (quoted_at !== next) [next, after] = [quoted_at, next]
    if (after !== replaced_at) await updateFromValues(write, storedQuotes, quote_id, { replaced_at: after })
  }
}

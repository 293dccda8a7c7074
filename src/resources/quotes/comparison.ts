import type { Row } from '../../contract'
import type { ComparedQuote } from '../../contract/comparisons'
import { compareDecimals } from '../../contract/gas/decimal'
import { convertPrice } from '../../contract/gas/units'
import type { QuoteDifference } from '../../contract/gas/quotes'
import { formatDate } from '../../ui/value/dates'
import { bidFieldMeta } from '../bids/fieldMeta'
import { pricingTypeName, swingName, termName } from '../bids/names'

/** A column of the matrix: quotes that are ranked with each other. */
export interface QuoteColumn {
  key: string
  term: number
  pricingType: number
}

const columnKey = (term: number, pricingType: number) => `${term}-${pricingType}`

/** The column of a quote. */
export const columnOfQuote = ({ term, pricing_type }: Pick<Row<'quotes'>, 'term' | 'pricing_type'>) =>
  columnKey(term, pricing_type)

/** The columns of a comparison: by term, then by pricing type. */
export const columnsOf = (compared: readonly ComparedQuote[]): QuoteColumn[] => {
  const columns = new Map(
    compared.map(({ quote }) => [
      columnOfQuote(quote),
      { key: columnOfQuote(quote), term: quote.term, pricingType: quote.pricing_type },
    ]),
  )
  return [...columns.values()].sort((a, b) => a.term - b.term || a.pricingType - b.pricingType)
}

/** A row of the matrix: the quotes of a supplier. */
export interface SupplierQuotes {
  supplier: number
  quotes: readonly ComparedQuote[]
}

/** The rows of a comparison, by the names of the suppliers. */
export const bySupplier = (
  compared: readonly ComparedQuote[],
  nameOf: (supplier: number) => string,
): SupplierQuotes[] => {
  const ids = [...new Set(compared.map(({ quote }) => quote.supplier))]
  return ids
    .map((supplier) => ({ supplier, quotes: compared.filter(({ quote }) => quote.supplier === supplier) }))
    .sort((a, b) => nameOf(a.supplier).localeCompare(nameOf(b.supplier)))
}

/** '12 months, fixed' */
export const columnTitle = ({ term, pricingType }: Pick<QuoteColumn, 'term' | 'pricingType'>) =>
  `${termName(term)}, ${pricingTypeName(pricingType)}`

/** 'swing 10% instead of 20%' */
const differenceText = (
  name: QuoteDifference,
  { swing, start_date, term }: Row<'quotes'>,
  bid: Row<'bids'>,
): string => {
  const texts: Record<QuoteDifference, () => string> = {
    swing: () => `swing ${swingName(swing ?? 0)} instead of ${bid.swing.map(swingName).join(' or ')}`,
    start_date: () =>
      `start ${formatDate(start_date, 'day')} instead of ${formatDate(bid.start_date ?? '', 'day')}`,
    term: () => `term of ${termName(term)} instead of ${bid.terms.map(String).join(' or ')}`,
  }
  return texts[name]()
}

/** In what a quote differs from what the bid asks for; null for nothing (QUO-8). */
export const differsText = ({ quote, differs }: ComparedQuote, bid: Row<'bids'>): string | null =>
  differs.length === 0
    ? null
    : `Differs: ${differs.map((name) => differenceText(name, quote, bid)).join(', ')}`

/** The lowest of the prices as quoted, where it is not the best offer of its column. */
export interface LowestPrice {
  lowest: ComparedQuote
  best: ComparedQuote
  /** Open quotes of the column with a known price. */
  count: number
}

const quoted = ({ quote, heat_content }: ComparedQuote) =>
  convertPrice(quote.price, quote.price_unit, 'dth', heat_content)

/** Of the column with the most quotes in which the lowest price as quoted is not the best offer; null where none is. */
export const deceptivePrice = (compared: readonly ComparedQuote[]): LowestPrice | null => {
  const priced = compared.filter(({ state, rank }) => state === 'open' && rank !== null)
  const found = columnsOf(priced).flatMap(({ key }): LowestPrice[] => {
    const own = priced.filter(({ quote }) => columnOfQuote(quote) === key)
    const [lowest] = own.toSorted((a, b) => compareDecimals(quoted(a), quoted(b)))
    const best = own.find((each) => each.best)
    return lowest && best && !lowest.best ? [{ lowest, best, count: own.length }] : []
  })
  return found.toSorted((a, b) => b.count - a.count)[0] ?? null
}

const curveMonth = 'curve '

const inputName = (name: string): string => {
  if (name === 'index_curve') return 'a curve'
  const { fieldMeta } = bidFieldMeta
  return name in fieldMeta ? fieldMeta[name as keyof typeof fieldMeta].label : name
}

/** Why a quote has no price: 'Missing: Annual Volume' (QUO-6); null where nothing is missing. */
export const missingText = ({ missing }: Pick<ComparedQuote, 'missing'>): string | null => {
  if (missing.length === 0) return null
  const months = missing.filter((name) => name.startsWith(curveMonth)).map((name) => name.slice(6))
  const [first, last] = [months[0], months.at(-1)]
  const ofCurve =
    first === undefined ? [] : [`the curve ${first === last ? `of ${first}` : `from ${first} to ${last}`}`]
  const others = missing.filter((name) => !name.startsWith(curveMonth)).map(inputName)
  return `Missing: ${[...others, ...ofCurve].join(', ')}`
}

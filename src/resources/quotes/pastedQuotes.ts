import type { Row } from '../../contract'
import { pricingTypes } from '../../contract/bids'
import { foldSearched } from '../../contract/fold'
import { gasUnits, type GasUnit } from '../../contract/gas/units'
import { numberProblem } from '../../contract/numbers'
import { contract } from '../../contract'
import { problems } from '../../contract/problems'
import { monthsIn } from '../../contract/termText'
import { readNumber, whyUnread } from '../../ui/value/numbers'

type Supplier = Pick<Row<'suppliers'>, 'supplier_id' | 'name' | 'price_unit' | 'pricing_point'>

/** A line of a pasted block: a quote as it would be entered, or why it cannot be. */
export interface PastedQuote {
  /** The cells as they were pasted: supplier, term, type, price. */
  cells: readonly string[]
  supplier: Supplier | null
  term: number | null
  pricingType: number | null
  price: number | null
  unit: GasUnit
  problem: string | null
}

const names = ['supplier', 'term', 'type', 'price'] as const
type Name = (typeof names)[number]

/** Headings of the columns. */
const headings: Readonly<Record<Name, RegExp>> = {
  supplier: /^(?:supplier|vendor|company|name)$/i,
  term: /^(?:terms?|months?|term \(months\)|duration)$/i,
  type: /^(?:type|product|pricing type|pricing)$/i,
  price: /^(?:price|adder|rate|price\/adder)\b/i,
}

/** 'USD/th', '$/dth', 'per ccf' */
const unitPattern = new RegExp(
  `(?:/|\\bper\\b|\\b)\\s*(${gasUnits.join('|')}|mmbtu|dekatherms?|therms?)\\b`,
  'i',
)
const unitAliases: Readonly<Record<string, GasUnit>> = {
  mmbtu: 'dth',
  dekatherm: 'dth',
  dekatherms: 'dth',
  therm: 'th',
  therms: 'th',
}

const unitIn = (text: string): GasUnit | null => {
  const word = unitPattern.exec(text)?.[1]?.toLowerCase()
  if (word === undefined) return null
  return unitAliases[word] ?? gasUnits.find((unit) => unit === word) ?? null
}

const cellsOf = (line: string): string[] => {
  const separator = ['\t', ';', '|'].find((each) => line.includes(each))
  const cells = separator === undefined ? line.split(/\s{2,}|,\s+|,(?=\D)/) : line.split(separator)
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

const typePatterns: readonly [number, RegExp][] = [
  [pricingTypes.fixed, /^(?:1|f|fix|fixed)\b/i],
  [pricingTypes['nymex+'], /^(?:2|n|nymex)\b/i],
  [pricingTypes.index, /^(?:3|i|index|idx)\b/i],
]

const typeIn = (text: string): number | null =>
  typePatterns.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? null

/** The one supplier with this name, or whose name alone begins with it. */
const supplierNamed = (text: string, suppliers: readonly Supplier[]): Supplier[] => {
  const wanted = foldSearched(text).trim()
  if (wanted === '') return []
  const exact = suppliers.filter(({ name }) => foldSearched(name).trim() === wanted)
  return exact.length > 0 ? exact : suppliers.filter(({ name }) => foldSearched(name).startsWith(wanted))
}

const { term: termField, price: priceField } = contract.quotes.fields

const read = (
  cellOf: Readonly<Record<Name, string>>,
  suppliers: readonly Supplier[],
  headingUnit: GasUnit | null,
): PastedQuote => {
  const found = supplierNamed(cellOf.supplier, suppliers)
  const supplier = found.length === 1 ? (found[0] ?? null) : null
  const term = monthsIn(cellOf.term)
  const pricingType = typeIn(cellOf.type)
  const ownUnit = unitIn(cellOf.price)
  const amount = cellOf.price.replace(unitPattern, '').replace(/\bUSD\b/i, '')
  const value = readNumber(amount)
  const price = typeof value === 'number' ? value : null
  const problem =
    found.length === 0
      ? `There is no supplier “${cellOf.supplier}”.`
      : found.length > 1
        ? `“${cellOf.supplier}” is one of ${found.length} suppliers.`
        : term === null
          ? `“${cellOf.term}” is no term in months.`
          : numberProblem(term, termField) !== null
            ? `Term: ${numberProblem(term, termField)}`
            : pricingType === null
              ? `“${cellOf.type}” is no pricing type.`
              : price === null
                ? `Price: ${typeof value === 'string' ? whyUnread(value) : problems.required}`
                : pricingType === pricingTypes.fixed && price < 0
                  ? `Price: ${problems.tooLow(0)}`
                  : numberProblem(price, priceField)
  return {
    cells: names.map((name) => cellOf[name]),
    supplier,
    term,
    pricingType,
    price,
    unit: ownUnit ?? headingUnit ?? supplier?.price_unit ?? 'dth',
    problem,
  }
}

/**
 * Reads a block of cells, one quote per line: supplier, term, type, price, in this order or in that of their headings.
 */
export const pastedQuotes = (text: string, suppliers: readonly Supplier[]): PastedQuote[] => {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
    .map(cellsOf)
  const [first = []] = lines
  const places = names.map((name) => first.findIndex((cell) => headings[name].test(cell)))
  const hasHeadings = places.filter((place) => place >= 0).length >= 2
  const placeOf = (index: number) => (hasHeadings ? (places[index] ?? -1) : index)
  const heading = hasHeadings ? (first[placeOf(names.indexOf('price'))] ?? '') : ''
  const seen = new Set<string>()
  return (hasHeadings ? lines.slice(1) : lines).map((cells) => {
    const cellOf = Object.fromEntries(
      names.map((name, index) => [name, cells[placeOf(index)] ?? '']),
    ) as Record<Name, string>
    const quote = read(cellOf, suppliers, unitIn(heading))
    const key = [quote.supplier?.supplier_id, quote.term, quote.pricingType].join()
    const isTwice = quote.problem === null && seen.has(key)
    if (quote.problem === null) seen.add(key)
    return isTwice ? { ...quote, problem: 'This supplier, term and type stand above already.' } : quote
  })
}

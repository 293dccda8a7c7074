import type { Row } from '../../contract'
import { pricingTypes } from '../../contract/bids'
import { foldSearched } from '../../contract/fold'
import type { GasUnit } from '../../contract/gas/units'
import { numberProblem } from '../../contract/numbers'
import { contract } from '../../contract'
import { problems } from '../../contract/problems'
import { monthsIn } from '../../contract/termText'
import { withoutMarks } from '../../contract/textRules'
import { writtenUnits } from '../../contract/writtenUnits'
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

/** A column of its own for the unit, or the cell after the price. */
const unitHeading = /^(?:price )?(?:units?|uom)$/i
const unitPlace = names.length

/** What texts say of the unit of prices, and why they are not read. */
interface PriceUnit {
  unit: GasUnit | null
  doubt: string | null
}

const priceUnitIn = (text: string): PriceUnit => {
  const { units, doubt } = writtenUnits(text, 'price')
  return {
    unit: units[0] ?? null,
    doubt: doubt ?? (units.length > 1 ? `“${text}” names more than one unit.` : null),
  }
}

/** The price of a cell without its unit: '0.405 USD/th', '$/dth 4.05'. */
const amountIn = (cell: string): string => {
  const [word] = writtenUnits(cell, 'price').words
  const at = word === undefined ? -1 : cell.lastIndexOf(word)
  const bare =
    at < 0
      ? cell
      : cell.slice(0, at).replace(/(?:\/|\bper\b)\s*$/i, '') + cell.slice(at + (word?.length ?? 0))
  return bare.replace(/\bUSD\b/i, '')
}

/** What stands around the number of a cell, which is no multiplier. */
const besideNumber = (cell: string): string => cell.replace(/\d[\d.,\s]*/, ' ')

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
  unitCell: string,
  suppliers: readonly Supplier[],
  heading: PriceUnit,
): PastedQuote => {
  const found = supplierNamed(cellOf.supplier, suppliers)
  const supplier = found.length === 1 ? (found[0] ?? null) : null
  const term = monthsIn(cellOf.term)
  const pricingType = typeIn(cellOf.type)
  const own = priceUnitIn(`${besideNumber(cellOf.price)} ${unitCell}`)
  const value = readNumber(amountIn(cellOf.price))
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
              : (own.doubt ?? heading.doubt) !== null
                ? `Price: ${own.doubt ?? heading.doubt}`
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
    unit: own.unit ?? heading.unit ?? supplier?.price_unit ?? 'dth',
    problem,
  }
}

/** Lines at most of which one has the headings. */
const linesAbove = 5

/** What is said of all prices: their heading, known or not, and a title above or below them. */
const headingText = (lines: readonly (readonly string[])[], heading: string | undefined): string => {
  const unknown = lines[0]?.[names.indexOf('price')] ?? ''
  const titles = lines.flatMap(([text = '', ...others]) =>
    others.length === 0 && /\b(?:prices?|rates?|per|in)\b|[$¢€£]/i.test(text) ? [text] : [],
  )
  return [heading ?? (/^[-+($\s]*\.?\d/.test(unknown) ? '' : unknown), ...titles].join(' ')
}

/**
 * Reads a block of cells, one quote per line: supplier, term, type, price, in this order or in that of their headings.
 */
export const pastedQuotes = (text: string, suppliers: readonly Supplier[]): PastedQuote[] => {
  const lines = withoutMarks(text)
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
    .map(cellsOf)
  const placesIn = (line: readonly string[]) =>
    names.map((name) => line.findIndex((cell) => headings[name].test(cell)))
  const headed = lines
    .slice(0, linesAbove)
    .findIndex((line) => placesIn(line).filter((place) => place >= 0).length >= 2)
  const headingLine = lines[headed]
  const places = headingLine ? placesIn(headingLine) : names.map((_name, index) => index)
  const unitAt = headingLine ? headingLine.findIndex((cell) => unitHeading.test(cell)) : unitPlace
  const heading = priceUnitIn(headingText(lines, headingLine?.[places[names.indexOf('price')] ?? -1]))
  const seen = new Set<string>()
  return lines
    .filter((_line, at) => at !== headed)
    .map((cells) => {
      const cellOf = Object.fromEntries(
        names.map((name, index) => [name, cells[places[index] ?? -1] ?? '']),
      ) as Record<Name, string>
      const quote = read(cellOf, cells[unitAt] ?? '', suppliers, heading)
      const key = [quote.supplier?.supplier_id, quote.term, quote.pricingType].join()
      const isTwice = quote.problem === null && seen.has(key)
      if (quote.problem === null) seen.add(key)
      return isTwice ? { ...quote, problem: 'This supplier, term and type stand above already.' } : quote
    })
}

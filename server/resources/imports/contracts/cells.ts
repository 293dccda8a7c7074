/** Reads the cells of a file of contracts: what can be read in two ways is refused (GAS-7). */
import { contract } from '../../../../src/contract'
import { pricingTypes } from '../../../../src/contract/bids'
import {
  monthlyVolumes,
  type afterEnds,
  type GasUnit,
  type noticeKinds,
  type startRules,
} from '../../../../src/contract/gas/choices'
import { endDateOf } from '../../../../src/contract/gas/contracts'
import { problems } from '../../../../src/contract/problems'
import { monthsIn } from '../../../../src/contract/termText'
import {
  assertHeaded,
  plainCell,
  readDay,
  readDayOf,
  readText,
  readNumber,
  readNumberOf,
  readOptional,
  readUnit,
  RefusedCell,
  type HeaderUnit,
} from '../cells'

const { fields } = contract.contracts

/** What a row says of a contract, by the names of its fields; what it leaves open is null. */
export interface ContractTerms {
  readonly contract_number: string | null
  readonly start_date: string
  readonly term: number | null
  readonly end_date: string | null
  readonly signed_on: string | null
  readonly pricing_type: number | null
  readonly price: number | null
  readonly price_unit: GasUnit | null
  readonly pricing_point: 'City Gate' | 'Burner Tip' | null
  readonly swing: number | null
  readonly fee: number | null
  readonly fee_unit: GasUnit | null
  readonly start_rule: (typeof startRules)[number] | null
  readonly after_end: (typeof afterEnds)[number] | null
  readonly notice_days: number | null
  readonly notice_kind: (typeof noticeKinds)[number] | null
  readonly notice_open_days: number | null
  readonly volumes: Readonly<Record<(typeof monthlyVolumes)[number], number | null>>
  readonly volume_unit: GasUnit | null
  readonly notes: string | null
}

/** A row as the file says it; whom its names mean, is found out after. */
export interface ContractCells {
  readonly terms: ContractTerms
  readonly customer: string
  readonly supplier_name: string | null
  /** The numbers of its accounts. */
  readonly accounts: readonly string[]
}

/** Accounts of a row at most. */
const maxAccounts = 100

/** Reads a cell, and says in a refusal which one it is. */
function named<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RefusedCell) throw new RefusedCell(`${name}: ${error.message}`)
    throw error
  }
}

/** A choice by its words, in lower case. */
const wordReader =
  <T>(words: readonly (readonly [value: T, words: readonly string[]])[]) =>
  (cell: string): T => {
    const word = plainCell(cell)
      .toLowerCase()
      .replaceAll(/[\s_]+/g, ' ')
    const found = words.find(([, known]) => known.includes(word))
    if (found) return found[0]
    const first = words.map(([, [name]]) => name).join(', ')
    throw new RefusedCell(`'${cell.trim().slice(0, 40)}' is none of ${first}.`)
  }

const readPricingType = wordReader<number>([
  [pricingTypes.fixed, ['fixed', 'fixed price', 'fix', 'f', '1']],
  [pricingTypes['nymex+'], ['nymex+', 'nymex', 'nymex plus', 'nymex +', 'nymex basis', 'n', '2']],
  [pricingTypes.index, ['index', 'indexed', 'index plus', 'index +', 'i', '3']],
])
const readPricingPoint = wordReader<NonNullable<ContractTerms['pricing_point']>>([
  ['City Gate', ['city gate', 'citygate']],
  ['Burner Tip', ['burner tip', 'burnertip']],
])
const readStartRule = wordReader<(typeof startRules)[number]>([
  ['first_of_month', ['first of month', 'first of the month', 'calendar month']],
  ['meter_read', ['meter read', 'meter reading', 'meter read date', 'read date']],
])
// Month to month may be either evergreen or holdover.
const readAfterEnd = wordReader<(typeof afterEnds)[number]>([
  ['ends', ['ends', 'end', 'expires', 'none']],
  ['evergreen', ['evergreen']],
  ['holdover', ['holdover', 'hold over', 'hold-over']],
  ['auto_renew', ['auto-renew', 'auto renew', 'auto-renewal', 'auto renewal', 'automatic renewal']],
])
const readNoticeKind = wordReader<(typeof noticeKinds)[number]>([
  ['calendar', ['calendar', 'calendar days']],
  ['business', ['business', 'business days']],
])

function readTerm(cell: string): number {
  const months = monthsIn(cell)
  return months === null ? readNumberOf(cell, fields.term) : readNumberOf(String(months), fields.term)
}

/** '30', '30 days' */
const daysReader = (field: Parameters<typeof readNumberOf>[1]) => (cell: string) =>
  readNumberOf(plainCell(cell).replace(/\s*days?\s*$/i, ''), field)

/** '10 %' or the fraction 0.1; a number above 1 without its sign may be either. */
function readSwing(cell: string): number {
  const [, percent] = /^(.*\S)\s*%$/.exec(plainCell(cell)) ?? []
  if (percent !== undefined)
    return readNumberOf(String(Number((readNumber(percent) / 100).toPrecision(15))), fields.swing)
  if (readNumber(cell) > 1) throw new RefusedCell('Write it as 10 % or 0.1.')
  return readNumberOf(cell, fields.swing)
}

/** Several units said of the same amount are the same. */
function unitOf(...said: readonly (GasUnit | null)[]): GasUnit | null {
  const [unit = null, ...others] = new Set(said.filter((one) => one !== null))
  if (others.length > 0) throw new RefusedCell('Its units say two things.')
  return unit
}

/** '4.05', '$0.405/th', '4.05 per dth' */
function readRate(
  cell: string,
  field: Parameters<typeof readNumberOf>[1],
): { amount: number; unit: GasUnit | null } {
  const { amount = cell, unit } =
    /^(?<amount>.*\d\)?)\s*(?:\/|\bper\b)\s*(?<unit>[a-z]+)$/i.exec(plainCell(cell))?.groups ?? {}
  return { amount: readNumberOf(amount, field), unit: unit === undefined ? null : readUnit(unit, 'price') }
}

/** The term that ends on a day. */
function termTo(start_date: string, end_date: string): number {
  const { max } = fields.term
  for (let term = 1; term <= max; term++) if (endDateOf(start_date, term) === end_date) return term
  throw new RefusedCell('No whole number of months ends on this day.')
}

/** What the headers of a file say of units. */
export interface HeaderUnits {
  readonly price: HeaderUnit
  readonly fee: HeaderUnit
  readonly volumes: HeaderUnit
}

/** @throws RefusedCell for a row that cannot be used. */
export function readContractRow(cellOf: (column: string) => string, headers: HeaderUnits): ContractCells {
  const optional = <T>(column: string, name: string, read: (cell: string) => T): T | null =>
    named(name, () => readOptional(cellOf(column), read))
  const customer = named('Customer', () =>
    readText(cellOf('customer'), contract.organizations.fields.name.max),
  )
  if (customer === null) throw new RefusedCell(`Customer: ${problems.required}`)
  const start_date = named('Start date', () => readDayOf(cellOf('start_date'), fields.start_date))
  const end = optional('end_date', 'End date', readDay)
  const said = optional('term', 'Term', readTerm)
  const term = said ?? (end === null ? null : named('End date', () => termTo(start_date, end)))
  const end_date = term === null ? null : endDateOf(start_date, term)
  if (end !== null && end !== end_date)
    throw new RefusedCell(`End date: The term ends on ${String(end_date)}.`)
  const price = optional('price', 'Price', (cell) => readRate(cell, fields.price))
  const fee = optional('fee', 'Fee', (cell) => readRate(cell, fields.fee))
  const rateUnit = (column: string, name: string, of: typeof price, header: HeaderUnit) => {
    const unit = optional(column, `${name} unit`, (cell) => readUnit(cell, 'price'))
    if (of === null) return unit
    named(name, () => assertHeaded(header))
    return named(`${name} unit`, () => unitOf(of.unit, unit, header.unit))
  }
  const volumes = Object.fromEntries(
    monthlyVolumes.map((field) => {
      const name = field.slice(0, -'_volume'.length)
      return [field, optional(field, name, (cell) => readNumberOf(cell, fields[field]))]
    }),
  ) as ContractTerms['volumes']
  const volumeUnit = optional('volume_unit', 'Volume unit', (cell) => readUnit(cell))
  if (Object.values(volumes).some((volume) => volume !== null))
    named('Volumes', () => assertHeaded(headers.volumes))
  const accounts = named('Accounts', () => readAccounts(cellOf('accounts')))
  return {
    customer,
    supplier_name: named('Supplier', () =>
      readText(cellOf('supplier_name'), contract.suppliers.fields.name.max),
    ),
    accounts,
    terms: {
      contract_number: named('Contract number', () =>
        readText(cellOf('contract_number'), fields.contract_number.max),
      ),
      start_date,
      term,
      end_date,
      signed_on: optional('signed_on', 'Signed on', readDay),
      pricing_type: optional('pricing_type', 'Pricing type', readPricingType),
      price: price?.amount ?? null,
      price_unit: rateUnit('price_unit', 'Price', price, headers.price),
      pricing_point: optional('pricing_point', 'Pricing point', readPricingPoint),
      swing: optional('swing', 'Swing', readSwing),
      fee: fee?.amount ?? null,
      fee_unit: rateUnit('fee_unit', 'Fee', fee, headers.fee),
      start_rule: optional('start_rule', 'Flow starts', readStartRule),
      after_end: optional('after_end', 'After the end', readAfterEnd),
      notice_days: optional('notice_days', 'Notice', daysReader(fields.notice_days)),
      notice_kind: optional('notice_kind', 'Days of notice', readNoticeKind),
      notice_open_days: optional('notice_open_days', 'Notice opens', daysReader(fields.notice_open_days)),
      volumes,
      volume_unit: named('Volume unit', () => unitOf(volumeUnit, headers.volumes.unit)),
      notes: named('Notes', () => readText(cellOf('notes'), fields.notes.max, 'lines')),
    },
  }
}

/** The numbers of accounts in a cell, each once. */
function readAccounts(cell: string): string[] {
  const numbers = cell
    .split(/[;,|\n]/)
    .flatMap((part) => readText(part, contract.utilityAccounts.fields.account_number.max) ?? [])
  if (numbers.length > maxAccounts) throw new RefusedCell(`At most ${maxAccounts} in a row.`)
  return [...new Set(numbers)]
}

type Fields = Omit<ContractTerms, 'volumes'> & ContractTerms['volumes']
type Given = { readonly [K in keyof Fields]?: NonNullable<Fields[K]> }

/** The terms as fields of a contract, without what the row leaves open. */
export const fieldsOf = ({ volumes, ...terms }: ContractTerms): Given =>
  Object.fromEntries(Object.entries({ ...terms, ...volumes }).filter(([, value]) => value !== null)) as Given

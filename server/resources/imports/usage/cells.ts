/** Reads the cells of a utility's bill periods: what can be read in two ways is refused (USE-5, USE-11, GAS-7). */
import { contract } from '../../../../src/contract'
import { maxPeriodDays } from '../../../../src/contract/billPeriods'
import { addDays } from '../../../../src/contract/gas/calendar'
import type { GasUnit } from '../../../../src/contract/gas/choices'
import { daysOf } from '../../../../src/contract/gas/usage'
import { problems } from '../../../../src/contract/problems'
import {
  assertHeaded,
  plainCell,
  readDay,
  readText,
  readNumberOf,
  readOptional,
  readUnit,
  RefusedCell,
  type HeaderUnit,
} from '../cells'
import type { RowAction } from './plan'

export type ReadType = 'actual' | 'estimated' | 'customer'

/** A row as the file says it; whose meter it is, is found out after. */
export interface UsageCells {
  readonly account_number: string | null
  readonly meter_number: string | null
  readonly read_from: string
  /** Exclusive, whatever the file does. */
  readonly read_to: string
  readonly quantity: number | null
  /** Null: that of the meter. */
  readonly unit: GasUnit | null
  readonly read_type: ReadType
  readonly action: RowAction
  readonly heat_content: number | null
  readonly commodity_cost: number | null
}

const fields = contract.billPeriods.fields

type Meaning = ReadType | RowAction

/** What the words of a type say; one letter that stands for two of them says nothing. */
const meanings: Readonly<Record<Meaning, readonly string[]>> = {
  actual: ['a', 'act', 'actual', 'actual read', 'regular'],
  estimated: ['e', 'est', 'estimate', 'estimated', 'estimated read'],
  customer: ['cust', 'customer', 'customer read', 'self', 'self read'],
  bill: ['bill', 'billed', 'original', 'new', 'current', 'normal', 'usage', 'final'],
  rebill: ['rebill', 're-bill', 'rebilled', 'corrected', 'correction', 'replacement'],
  cancel: [
    'cancel',
    'cancelled',
    'canceled',
    'cancellation',
    'cxl',
    'void',
    'voided',
    'reversal',
    'reversed',
  ],
}

function meaningOf(cell: string): Meaning | null {
  const word = plainCell(cell).toLowerCase().replaceAll(/\s+/g, ' ')
  if (word === '') return null
  const found = (Object.keys(meanings) as Meaning[]).find((meaning) => meanings[meaning].includes(word))
  if (found) return found
  throw new RefusedCell(`'${cell.trim().slice(0, 40)}' is no type of a read or a bill that is known.`)
}

const isAction = (meaning: Meaning): meaning is RowAction =>
  meaning === 'bill' || meaning === 'rebill' || meaning === 'cancel'

/** A number that may be lacking. */
const optionalNumber = (cell: string, field: Parameters<typeof readNumberOf>[1]): number | null =>
  readOptional(cell, (text) => readNumberOf(text, field))

/** The number of an account or a meter. */
const readNumberText = (cell: string): string | null =>
  readText(cell, contract.meters.fields.meter_number.max)

/** The unit of a row: what its cell says, else the header of the quantities. */
function unitOfRow(cell: string, header: HeaderUnit): GasUnit | null {
  assertHeaded(header)
  const { unit: headerUnit } = header
  if (plainCell(cell) === '') return headerUnit
  const unit = readUnit(cell)
  if (headerUnit !== null && headerUnit !== unit)
    throw new RefusedCell(`The header says ${headerUnit}, the unit ${unit}.`)
  return unit
}

/** How all rows of a file are read. */
export interface CellRules {
  readonly headerUnit: HeaderUnit
  readonly isLastDayInclusive: boolean
  /** The last day that a read may have: tomorrow. */
  readonly latest: string
}

/** @throws RefusedCell for a row that cannot be used. */
export function readUsageRow(
  cellOf: (column: string) => string,
  { headerUnit, isLastDayInclusive, latest }: CellRules,
): UsageCells {
  const [account_number, meter_number] = [
    readNumberText(cellOf('account_number')),
    readNumberText(cellOf('meter_number')),
  ]
  if (account_number === null && meter_number === null)
    throw new RefusedCell('Neither an account number nor a meter number is given.')
  const read_from = readDay(cellOf('read_from'))
  const lastDay = readDay(cellOf('read_to'))
  const read_to = isLastDayInclusive ? addDays(lastDay, 1) : lastDay
  if (read_to <= read_from) throw new RefusedCell(problems.order)
  if (daysOf({ read_from, read_to }) > maxPeriodDays) throw new RefusedCell(`At most ${maxPeriodDays} days.`)
  if (read_to > latest) throw new RefusedCell('Must not be after tomorrow.')
  const said = [meaningOf(cellOf('read_type')), meaningOf(cellOf('bill_type'))].filter((one) => one !== null)
  const types = new Set(said.filter((one) => !isAction(one)))
  const actions = new Set(said.filter(isAction).filter((one) => one !== 'bill'))
  if (types.size > 1 || actions.size > 1) throw new RefusedCell('Its types say two things.')
  const typed = optionalNumber(cellOf('quantity'), { kind: 'number' })
  const isNegative = typed !== null && typed < 0
  const [action = isNegative ? ('cancel' as const) : ('bill' as const)] = actions
  if (isNegative && action === 'rebill') throw new RefusedCell('A rebill has no negative quantity.')
  if (typed === null && action !== 'cancel') throw new RefusedCell(problems.required)
  // Cancellations come with the quantity, without one, or with zero.
  const quantity = action === 'cancel' && !typed ? null : Math.abs(typed ?? 0)
  const [read_type = 'actual'] = types as Set<ReadType>
  return {
    account_number,
    meter_number,
    read_from,
    read_to,
    quantity,
    unit: unitOfRow(cellOf('unit'), headerUnit),
    read_type,
    action,
    heat_content: optionalNumber(cellOf('heat_content'), fields.heat_content),
    commodity_cost: optionalNumber(cellOf('commodity_cost'), fields.commodity_cost),
  }
}

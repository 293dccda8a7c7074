/**
 * What becomes of a meter's rows in a file of bill periods (USE-4, USE-5): a row is new, the same as a stored period, takes
 * the place of one, cancels one, or is refused. Nothing here reads or writes: what is planned twice is the same.
 */
import type { GasUnit } from '../../../../src/contract/gas/choices'
import { overlapping, type Span } from '../../../../src/contract/gas/usage'
import { formatQuantity } from './texts'

/** What a row asks for. A rebill takes the place of the period with its days. */
export type RowAction = 'bill' | 'rebill' | 'cancel'

/** A row of a file. */
export interface PlannedRow extends Span {
  readonly line: number
  readonly action: RowAction
  /** Null for a cancellation of what is stored. */
  readonly quantity: number | null
  readonly unit: GasUnit
  /** Thousandths of a dekatherm; null like the quantity. */
  readonly volume: number | null
}

/** A stored period of the meter, current or cancelled. */
export interface StoredPeriod extends Span {
  readonly bill_period_id: number
  readonly quantity: number
  readonly unit: GasUnit
  readonly volume: number
  readonly status: 'current' | 'cancelled'
  readonly cancels: number | null
}

export type RowState = 'new' | 'same' | 'replaced' | 'refused'

export interface RowOutcome {
  readonly state: RowState
  readonly reason: string | null
}

/** A period: by its id, or by the line that makes it. */
export type PeriodRef = { readonly id: number } | { readonly line: number }

/** A change: stored periods are cancelled, and a period is made or not. */
export interface Change {
  /** The ids of stored periods. */
  readonly cancel: readonly number[]
  readonly insert: {
    readonly line: number
    readonly status: 'current' | 'cancelled'
    readonly cancels: PeriodRef | null
  } | null
}

export interface MeterPlan {
  /** By line. */
  readonly outcomes: ReadonlyMap<number, RowOutcome>
  /** In the order in which they are made. */
  readonly changes: readonly Change[]
}

/** A period while rows are applied to it. */
interface Entry extends Span {
  readonly ref: PeriodRef
  readonly quantity: number
  readonly unit: GasUnit
  readonly volume: number
  status: 'current' | 'cancelled'
  /** Whether a row of the file cancels it, now or when it was stored. */
  isCancelledByFile: boolean
  /** Whether another period names it as the one that it takes the place of. */
  isReplaced: boolean
}

const hasSameDays = (one: Span, other: Span): boolean =>
  one.read_from === other.read_from && one.read_to === other.read_to

/** Whether a row says the quantity of a period; in other units, as far as volumes are kept. */
const isOf = (row: PlannedRow, period: Pick<StoredPeriod, 'quantity' | 'unit' | 'volume'>): boolean =>
  row.quantity === null ||
  (row.unit === period.unit ? row.quantity === period.quantity : row.volume === period.volume)

const idOf = (ref: PeriodRef): number[] => ('id' in ref ? [ref.id] : [])

/** Rows by the days of their periods. */
function byDays(rows: readonly PlannedRow[]): PlannedRow[][] {
  const groups = new Map<string, PlannedRow[]>()
  for (const row of rows) {
    const key = `${row.read_from} ${row.read_to}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

/**
 * The rows of the same days in the order in which they were billed, wherever the file has its cancellations: those of
 * stored periods first, then each bill with its own. A bill without the cancellation of the one before contradicts that.
 */
function inOrder(rows: readonly PlannedRow[]) {
  const cancels = rows.filter(({ action }) => action === 'cancel')
  const ordered: PlannedRow[] = []
  const contradicting = new Map<number, number>()
  const take = ({ quantity, unit, volume }: PlannedRow, isIt: (row: PlannedRow) => boolean) => {
    const found = cancels.findIndex(isIt)
    for (const row of cancels.splice(found, found < 0 ? 0 : 1))
      ordered.push({ ...row, quantity, unit, volume })
    return found >= 0
  }
  const isCancelOf = (row: PlannedRow, billed: PlannedRow) =>
    row.quantity === null || isSameQuantity(row, billed)
  let last: PlannedRow | null = null
  for (const row of rows) {
    if (row.action === 'cancel') continue
    if (last !== null) {
      const before = last
      const isAgain = isSameQuantity(row, before)
      const isCancelled = take(
        before,
        (one) => isCancelOf(one, before) && (!isAgain || (one.line > before.line && one.line < row.line)),
      )
      if (!isCancelled && !isAgain && row.action !== 'rebill') {
        contradicting.set(row.line, before.line)
        continue
      }
    }
    ordered.push(row)
    last = row
  }
  const end = last
  // A bare cancellation after a rebill is that of the bill before.
  if (end !== null)
    take(
      end,
      (one) =>
        one.line > end.line && isCancelOf(one, end) && !(end.action === 'rebill' && one.quantity === null),
    )
  return { ordered: [...cancels, ...ordered], contradicting }
}

/**
 * Whether what rows of the same days lead to, cancellations among them, is stored already: without a look at the whole,
 * a cancellation that is read again would cancel what was billed after it.
 */
function isStored(rows: readonly PlannedRow[], stored: readonly Entry[]): boolean {
  let billed: PlannedRow | null = null
  const cancelled: PlannedRow[] = []
  for (const row of rows)
    if (row.action !== 'cancel') billed = row
    else if (billed !== null && (row.quantity === null || isSameQuantity(row, billed))) {
      cancelled.push(billed)
      billed = null
    } else cancelled.push(row)
  const current = stored.filter(({ status }) => status === 'current')
  const last = billed
  const ends =
    last === null ? current.length === 0 : current.length > 0 && current.every((one) => isOf(last, one))
  const gone = stored.filter(({ status }) => status === 'cancelled')
  // A cancellation without a quantity, of what is billed again as it was, changes nothing; nor does one of nothing.
  const isIdle = (row: PlannedRow) =>
    row.quantity === null ? last !== null : row.action === 'cancel' && !current.some((one) => isOf(row, one))
  return ends && cancelled.every((row) => isIdle(row) || gone.some((one) => isOf(row, one)))
}

const isSameQuantity = (row: PlannedRow, other: PlannedRow): boolean =>
  row.unit === other.unit ? row.quantity === other.quantity : row.volume === other.volume

const outcome = (state: RowState, reason: string | null = null): RowOutcome => ({ state, reason })

/** Plans the rows of one meter; those that are refused count for no other one. */
export function planMeter(
  stored: readonly StoredPeriod[],
  rows: readonly PlannedRow[],
  rules: { replace: boolean },
): MeterPlan {
  const outcomes = new Map<number, RowOutcome>()
  for (let left = rows; ; left = left.filter(({ line }) => !outcomes.has(line))) {
    const plan = planOnce(stored, left, rules)
    const before = outcomes.size
    for (const [line, found] of plan.outcomes) if (found.state === 'refused') outcomes.set(line, found)
    if (outcomes.size === before)
      return { outcomes: new Map([...plan.outcomes, ...outcomes]), changes: plan.changes }
  }
}

function planOnce(
  stored: readonly StoredPeriod[],
  rows: readonly PlannedRow[],
  { replace }: { replace: boolean },
): MeterPlan {
  const ledger = stored.map((period): Entry => ({
    ...period,
    ref: { id: period.bill_period_id },
    isCancelledByFile: false,
    isReplaced: stored.some(({ cancels }) => cancels === period.bill_period_id),
  }))
  const outcomes = new Map<number, RowOutcome>()
  const changes: {
    cancel: number[]
    insert: { line: number; entry: Entry; cancels: PeriodRef | null } | null
  }[] = []
  const groups = byDays(rows).map(inOrder)
  const begun = new Set<number>()
  const isOpen = ({ line }: PlannedRow) => !begun.has(line)
  const settle = ({ line }: PlannedRow, found: RowOutcome) => {
    begun.add(line)
    outcomes.set(line, found)
  }

  const cancelEntry = (entry: Entry): number[] => {
    entry.status = 'cancelled'
    entry.isCancelledByFile = true
    return idOf(entry.ref)
  }

  const entryOf = (row: PlannedRow): Entry => ({
    read_from: row.read_from,
    read_to: row.read_to,
    ref: { line: row.line },
    quantity: row.quantity ?? 0,
    unit: row.unit,
    volume: row.volume ?? 0,
    status: 'current',
    isCancelledByFile: false,
    isReplaced: false,
  })

  const insert = (row: PlannedRow, cancelled: readonly Entry[]): void => {
    const entry = entryOf(row)
    const open = ledger.filter(({ isCancelledByFile, isReplaced }) => isCancelledByFile && !isReplaced)
    const instead =
      cancelled[0] ?? open.find((one) => hasSameDays(one, row)) ?? overlapping(row, open).at(0) ?? null
    if (instead) instead.isReplaced = true
    ledger.push(entry)
    changes.push({
      cancel: cancelled.flatMap(({ ref }) => idOf(ref)),
      insert: { line: row.line, entry, cancels: instead?.ref ?? null },
    })
  }

  /** Whether the file bills what a row cancels after it: read again, the one would cancel the other. */
  const isBilledBelow = (row: PlannedRow) =>
    rows.some(({ line, quantity }) => line === row.line && quantity !== null) &&
    rows.some(
      (one) =>
        one.line > row.line && one.action !== 'cancel' && hasSameDays(one, row) && isSameQuantity(one, row),
    )

  const cancel = (row: PlannedRow): RowOutcome => {
    const here = ledger.filter((entry) => hasSameDays(entry, row))
    const current = here.find(({ status }) => status === 'current')
    if (current && isOf(row, current)) {
      const ids = cancelEntry(current)
      if (ids.length > 0) changes.push({ cancel: ids, insert: null })
      return outcome(ids.length > 0 ? 'replaced' : 'new')
    }
    const gone = here.find((entry) => entry.status === 'cancelled' && isOf(row, entry))
    if (gone) {
      gone.isCancelledByFile = true
      return outcome('same')
    }
    if (isBilledBelow(row)) {
      const entry = entryOf(row)
      cancelEntry(entry)
      ledger.push(entry)
      changes.push({ cancel: [], insert: { line: row.line, entry, cancels: null } })
      return outcome('new')
    }
    if (current) return outcome('refused', `The period of these days has ${formatQuantity(current)}.`)
    return outcome('refused', 'There is no period of these days to cancel.')
  }

  const conflictsOf = (row: PlannedRow) =>
    overlapping(
      row,
      ledger.filter(({ status }) => status === 'current'),
    )

  /** Cancellations of what stands in the way come first, wherever the file has them, with the rows before them. */
  const clearWay = (row: PlannedRow) => {
    for (const entry of conflictsOf(row)) {
      const isIts = (one: PlannedRow) =>
        one.action === 'cancel' && isOpen(one) && hasSameDays(one, entry) && isOf(one, entry)
      const group = groups.find(({ ordered }) => !ordered.includes(row) && ordered.some(isIts))?.ordered ?? []
      for (const one of group.slice(0, group.findIndex(isIts) + 1)) process(one)
    }
  }

  const bill = (row: PlannedRow): RowOutcome => {
    const isIt = (entry: Entry) => hasSameDays(entry, row) && isOf(row, entry)
    const isRead = ledger.some((entry) => entry.status === 'current' && isIt(entry))
    if (isRead) return outcome('same')
    clearWay(row)
    const gone = ledger.find((entry) => entry.status === 'cancelled' && isIt(entry) && 'id' in entry.ref)
    const [conflict] = conflictsOf(row)
    if (!conflict) {
      if (gone && !gone.isCancelledByFile && row.action !== 'rebill') {
        const isCancelledBelow = rows.some(
          (one) => one.action === 'cancel' && isOpen(one) && hasSameDays(one, gone) && isOf(one, gone),
        )
        return isCancelledBelow
          ? outcome('same')
          : outcome('refused', 'A period of these days with this quantity was cancelled.')
      }
      insert(row, [])
      return outcome('new')
    }
    if (gone) return outcome('same')
    if (!hasSameDays(conflict, row) || conflictsOf(row).length > 1)
      return outcome('refused', `Overlaps ${conflict.read_from} to ${conflict.read_to}.`)
    if (!replace && row.action !== 'rebill')
      return outcome('refused', `These days are stored with ${formatQuantity(conflict)}.`)
    cancelEntry(conflict)
    insert(row, [conflict])
    return outcome('replaced')
  }

  const process = (row: PlannedRow) => {
    if (!isOpen(row)) return
    begun.add(row.line)
    settle(row, row.action === 'cancel' ? cancel(row) : bill(row))
  }

  for (const { ordered, contradicting } of groups) {
    for (const [line, before] of contradicting)
      outcomes.set(line, outcome('refused', `Line ${before} has another quantity for these days.`))
    const [first] = ordered
    if (!first || !ordered.some(({ action }) => action === 'cancel')) continue
    const here = ledger.filter((entry) => hasSameDays(entry, first))
    if (!isStored(ordered, here)) continue
    for (const row of ordered)
      if (row.action !== 'cancel' || row.quantity === null || here.some((entry) => isOf(row, entry)))
        settle(row, outcome('same'))
    for (const entry of here) if (entry.status === 'cancelled') entry.isCancelledByFile = true
  }
  for (const { ordered } of groups) for (const row of ordered) process(row)
  // What stood in the way of a row may be gone by now.
  const isFree = (row: PlannedRow) =>
    row.action !== 'cancel' && outcomes.get(row.line)?.state === 'refused' && conflictsOf(row).length === 0
  const later = groups.flatMap(({ ordered }) => ordered)
  const tried = new Set<number>()
  for (let row = later.find(isFree); row; row = later.find((one) => isFree(one) && !tried.has(one.line))) {
    tried.add(row.line)
    settle(row, bill(row))
  }
  return {
    outcomes,
    changes: changes.map(({ cancel: ids, insert: made }) => ({
      cancel: ids,
      insert: made && { line: made.line, status: made.entry.status, cancels: made.cancels },
    })),
  }
}

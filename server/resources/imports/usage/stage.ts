/** Looks at a utility's file of bill periods: whose meters its rows mean, and what becomes of each (USE-11). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { addDays } from '../../../../src/contract/gas/calendar'
import type { GasUnit } from '../../../../src/contract/gas/choices'
import { maxMeterRows } from '../../../../src/contract/imports'
import { periodHeatContent, periodVolume } from '../../../../src/contract/gas/usage'
import type { Tables } from '../../../db/tables'
import { chunks } from '../../../kit/chunks'
import { todayOf } from '../../market'
import { RefusedCell, unitOfHeader } from '../cells'
import { rowsAtOnce } from '../kept'
import { cellsOf, lackingColumn } from '../mapping'
import type { Found, Proposal, Staged } from '../way'
import { readUsageRow, type UsageCells } from './cells'
import { knownNumbers, listUnknown, meterKey, otherAccounts } from './match'
import { planMeter, type MeterPlan, type PlannedRow, type StoredPeriod } from './plan'

type Db = Kysely<Tables>

/** A row as it is kept until it is stored. */
export interface UsageValues extends UsageCells {
  readonly unit: GasUnit
  /** Null where it is to be made. */
  readonly meter: number | null
}

/** The heat contents of a utility. */
export const heatContentsOfUtility = (db: Db, utility: number) =>
  db
    .selectFrom('heat_contents')
    .select(['valid_from', 'mmbtu_per_mcf'])
    .where('utility', '=', utility)
    .execute()

export type HeatContents = Awaited<ReturnType<typeof heatContentsOfUtility>>

/** The stored periods of meters. */
export async function storedPeriods(
  db: Db,
  meters: readonly number[],
): Promise<ReadonlyMap<number, StoredPeriod[]>> {
  const rows =
    meters.length === 0
      ? []
      : await db
          .selectFrom('bill_periods')
          .select(['bill_period_id', 'meter', 'read_from', 'read_to', 'quantity', 'unit', 'volume'])
          .select(['status', 'cancels'])
          .where('meter', 'in', meters)
          .orderBy('bill_period_id')
          .execute()
  const found = new Map<number, StoredPeriod[]>()
  for (const { meter, ...row } of rows) {
    const periods = found.get(meter) ?? []
    periods.push(row)
    found.set(meter, periods)
  }
  return found
}

/** Plans the rows of a meter. */
export function planRows(
  stored: readonly StoredPeriod[],
  rows: readonly { line: number; values: UsageValues }[],
  { entries, replace }: { entries: HeatContents; replace: boolean },
): MeterPlan {
  const planned = rows.map(({ line, values }): PlannedRow => {
    const { read_from, read_to, quantity, unit, action } = values
    return {
      line,
      read_from,
      read_to,
      quantity,
      unit,
      action,
      volume: quantity === null ? null : periodVolume(quantity, unit, periodHeatContent(values, entries)),
    }
  })
  return planMeter(stored, planned, { replace })
}

/** A row that was read, with what is kept of it. */
interface ReadRow {
  staged: Staged
  values: UsageValues
}

/** Meters planned in a turn of the event loop. */
const metersAtOnce = 5

/** The rows of a meter that can be planned; the others are refused: all of them where they name several accounts. */
function usableRows(rows: readonly ReadRow[]): readonly ReadRow[] {
  const otherAccount = otherAccounts(rows.map(({ values }) => values))
  const usable: ReadRow[] = []
  for (const row of rows) {
    const { staged, values } = row
    const other = values.meter === null ? otherAccount(values) : null
    if (other !== null)
      staged.reason = `The meter ${values.meter_number ?? ''} stands with the account ${other}, too.`
    else if (usable.length === maxMeterRows)
      staged.reason = `At most ${maxMeterRows.toLocaleString('en-US')} rows of one meter in a file.`
    else usable.push(row)
  }
  return usable
}

/** Looks at a file before anything of it is stored. */
export async function stageUsage(db: Db, proposal: Proposal): Promise<Found> {
  const { headers, rows, mapping, options } = proposal
  const utility = proposal.target ?? 0
  const makes = options.organization !== null && options.utility_state !== null
  const lacking = lackingColumn('usage', mapping)
  const rules = {
    headerUnit: unitOfHeader(headers[mapping['quantity'] ?? -1] ?? '', 'period'),
    isLastDayInclusive: options.last_day_inclusive === true,
    latest: addDays(todayOf(db), 1),
  }
  const all: Staged[] = []
  const unknown: (UsageCells & { key: string })[] = []
  const byMeter = new Map<string, ReadRow[]>()
  for (const some of chunks(rows, rowsAtOnce)) {
    await nextTurn()
    const read: { staged: Staged; cells: UsageCells }[] = []
    for (const { line, cells } of some) {
      const staged: Staged = { line, state: 'refused', values: {}, reason: lacking, cells }
      all.push(staged)
      if (lacking !== null) continue
      try {
        read.push({ staged, cells: readUsageRow(cellsOf(cells, mapping), rules) })
      } catch (error) {
        if (!(error instanceof RefusedCell)) throw error
        staged.reason = error.message
      }
    }
    const match = await knownNumbers(
      db,
      utility,
      read.map(({ cells }) => cells),
    )
    for (const { staged, cells } of read) {
      const found = match(cells)
      const unit = cells.unit ?? found.meter?.unit ?? null
      if (found.meter === null && found.key !== null) unknown.push({ ...cells, key: found.key })
      if (found.meter === null && !(makes && found.key !== null)) staged.reason = found.reason
      else if (unit === null) staged.reason = 'The unit of a new meter has to stand in the file.'
      else {
        const values: UsageValues = {
          ...cells,
          unit,
          meter: found.meter?.meter_id ?? null,
          account_number: found.meter?.account_number ?? cells.account_number,
          meter_number: found.meter?.meter_number ?? cells.meter_number,
        }
        const key = meterKey(values)
        const others = byMeter.get(key)
        if (others) others.push({ staged, values })
        else byMeter.set(key, [{ staged, values }])
      }
    }
  }
  const entries = await heatContentsOfUtility(db, utility)
  for (const groups of chunks([...byMeter.values()], metersAtOnce)) {
    await nextTurn()
    const some = groups.map(usableRows)
    const stored = await storedPeriods(
      db,
      some.flatMap(([first]) => first?.values.meter ?? []),
    )
    for (const meterRows of some) {
      const meter = meterRows[0]?.values.meter ?? 0
      const { outcomes } = planRows(
        stored.get(meter) ?? [],
        meterRows.map(({ staged: { line }, values }) => ({ line, values })),
        { entries, replace: options.replace },
      )
      for (const { staged, values } of meterRows) {
        const { state, reason } = outcomes.get(staged.line) ?? { state: 'refused', reason: null }
        staged.state = state
        staged.reason = reason
        if (state !== 'refused') staged.values = { ...values }
      }
    }
  }
  return { staged: all, groups: [], unknown: listUnknown(unknown) }
}

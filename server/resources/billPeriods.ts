import { sql, type SqlBool } from 'kysely'
import type { Row } from '../../src/contract'
import { maxPeriodDays } from '../../src/contract/billPeriods'
import { addDays, marketDay } from '../../src/contract/gas/calendar'
import { daysOf, dthOf, overlapping, periodHeatContent, periodVolume } from '../../src/contract/gas/usage'
import { problems } from '../../src/contract/problems'
import { nowOf } from '../db/clock'
import type { Write } from '../kit/context'
import { defineResource, withRules } from '../kit/define'
import { invalidFields } from '../kit/errors'
import { parseParameter } from '../kit/input'
import { updateFromValues } from '../kit/write/update'
import { refreshContractAccounts } from './contractAccounts'
import { marketTimeZoneOf } from './market'
import { heatContentsOfMeter, storeMonths } from './usageTotals'

declare module '../db/tables' {
  interface ServerColumns {
    billPeriods: Searched &
      CascadedColumns & {
        /** It is put into the trash only with the meter that holds it. */
        deleted_at: string | null
        /** Thousandths of a dekatherm. */
        volume: number
      }
  }
}

type Period = Row<'billPeriods'>

export const billPeriods = defineResource('billPeriods', {
  description: 'What meters burned from one read to the next.',
  // They are cancelled, or go with the import that brought them, or with their meter.
  routes: 'undeletable',
  isCascaded: true,
  // A write compares the period with the others of its meter.
  exclusive: true,
  // They are found by their meter; millions of texts to search would cost every import.
  search: [],
  listParameters: {
    utility_account: {
      description: 'Only those of the meters of this account.',
      condition: (value) =>
        sql<SqlBool>`bill_periods.meter in (select meter_id from meters where utility_account = ${
          parseParameter('utility_account', { kind: 'integer', min: 1 }, value) as number
        })`,
    },
  },
  prepare: async (write, values, { before }) => {
    const { read_from, read_to, meter, quantity } = values
    assertDays(write, read_from, read_to)
    const id = before?.bill_period_id ?? 0
    const cancels = values.cancels ?? null
    if (cancels !== null) await assertCancelable(write, { cancels, meter, id })
    if (values.status !== 'cancelled')
      await assertFree(write, { read_from, read_to, meter }, [id, cancels ?? 0])
    const unit = values.unit ?? (await unitOf(write, meter))
    const heat_content = values.heat_content ?? null
    const entries = heat_content === null ? await heatContentsOfMeter(write.db, meter) : []
    const heat_content_used = periodHeatContent({ read_to, heat_content }, entries)
    const volume = periodVolume(quantity, unit, heat_content_used)
    return {
      unit,
      source: before?.source ?? ('manual' as const),
      heat_content_used,
      volume,
      volume_dth: dthOf(volume),
      days: daysOf({ read_from, read_to }),
    }
  },
  after: async (write, _id, { values, before }) => {
    const cancels = values.cancels ?? null
    if (cancels !== null && cancels !== before?.cancels)
      await updateFromValues(write, storedBillPeriods, cancels, { status: 'cancelled' })
    for (const meter of new Set([values.meter, before?.meter])) {
      const account = meter === undefined ? null : await accountOf(write, meter)
      if (account === null) continue
      await storeMonths(write.db, account)
      await refreshContractAccounts(write, { utility_account: account }, { checks: false, ends: false })
    }
  },
})

/** Bill periods as the server itself changes them: as they are, without the rules for what people send. */
const storedBillPeriods = withRules('billPeriods', {
  check: () => ({}),
  prepare: () => Promise.resolve({}),
  after: () => Promise.resolve(),
})

/** @throws ApiError 400 for days that no period can have (USE-3). */
function assertDays({ db }: Write, read_from: string, read_to: string): void {
  const tomorrow = addDays(marketDay(nowOf(db).toISOString(), marketTimeZoneOf(db)), 1)
  if (read_to <= read_from) throw invalidFields({ read_to: problems.order })
  if (daysOf({ read_from, read_to }) > maxPeriodDays)
    throw invalidFields({ read_to: `At most ${maxPeriodDays} days.` })
  if (read_to > tomorrow) throw invalidFields({ read_to: 'Must not be after tomorrow.' })
}

/** @throws ApiError 400 for a period that cannot be billed anew by another one. */
async function assertCancelable(
  { db }: Write,
  { cancels, meter, id }: { cancels: number; meter: number; id: number },
): Promise<void> {
  const row = await db
    .selectFrom('bill_periods')
    .select('meter')
    .where('bill_period_id', '=', cancels)
    .executeTakeFirst()
  if (cancels === id || row?.meter !== meter)
    throw invalidFields({ cancels: 'Choose another period of the same meter.' })
}

/** @throws ApiError 400 for a period that shares days with another current one of its meter (USE-4). */
async function assertFree(
  { db }: Write,
  span: Pick<Period, 'meter' | 'read_from' | 'read_to'>,
  except: readonly number[],
): Promise<void> {
  const others = await db
    .selectFrom('bill_periods')
    .select(['read_from', 'read_to'])
    .where('meter', '=', span.meter)
    .where('read_from', '<', span.read_to)
    .where('read_from', '>', addDays(span.read_from, -maxPeriodDays))
    .where('status', '=', 'current')
    .where('bill_period_id', 'not in', except)
    .execute()
  const [first] = overlapping(span, others)
  if (first) throw invalidFields({ read_from: `Overlaps ${first.read_from} to ${first.read_to}.` })
}

async function unitOf({ db }: Write, meter: number): Promise<Period['unit']> {
  const { unit } = await db
    .selectFrom('meters')
    .select('unit')
    .where('meter_id', '=', meter)
    .executeTakeFirstOrThrow()
  return unit
}

async function accountOf({ db }: Write, meter: number): Promise<number | null> {
  const row = await db
    .selectFrom('meters')
    .select('utility_account')
    .where('meter_id', '=', meter)
    .executeTakeFirst()
  return row?.utility_account ?? null
}

/** Days of notice rest on the holidays of the market, and are computed anew in the background where these change. */
import { contract } from '../../src/contract'
import type { OpenDatabase } from '../db/dialects'
import type { BackgroundJob } from '../kit/backgroundJob'
import { createChangeJob } from '../kit/changeJob'
import type { Write } from '../kit/context'
import { updateFromValues } from '../kit/write/write'
import { daysOf, storedContracts } from './contracts'
import { marketCalendarOf } from './market'

/** Has the days of notice computed anew, once the write is committed. */
export async function markForNotices({ db }: Write): Promise<void> {
  await db.insertInto('contract_notice_marks').defaultValues().execute()
}

/** Contracts of a transaction, which holds up other writes for some milliseconds. */
const contractsAtOnce = 25

/** Computes days of notice while the server listens; work left by a crash is resumed. */
export function createNoticeSetter(database: OpenDatabase, log: (error: unknown) => void): BackgroundJob {
  return createChangeJob(database, {
    wokenBy: [contract.marketHolidays.name],
    log,
    work: async (write) => {
      const { db } = write
      const marks = db.selectFrom('contract_notice_marks').selectAll().orderBy('id').limit(1)
      const mark = await marks.executeTakeFirst()
      if (!mark) return false
      const rows = await db
        .selectFrom('contracts')
        .select([
          'contract_id',
          'start_date',
          'term',
          'notice_days',
          'notice_kind',
          'notice_open_days',
          'notice_by',
        ])
        .where('contract_id', '>', mark.done_to)
        .where('notice_by', 'is not', null)
        .where('deleted_at', 'is', null)
        .orderBy('contract_id')
        .limit(contractsAtOnce)
        .execute()
      const { holidays } = await marketCalendarOf(db)
      for (const row of rows) {
        const { notice_by } = daysOf(row, holidays)
        if (notice_by !== row.notice_by)
          await updateFromValues(write, storedContracts, row.contract_id, { notice_by })
      }
      const last = rows.at(-1)?.contract_id
      if (rows.length < contractsAtOnce)
        await db.deleteFrom('contract_notice_marks').where('id', '=', mark.id).execute()
      else
        await db
          .updateTable('contract_notice_marks')
          .set({ done_to: last })
          .where('id', '=', mark.id)
          .execute()
      return true
    },
  })
}

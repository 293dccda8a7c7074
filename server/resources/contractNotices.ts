/**
 * Days of notice rest on the holidays of the market, what is at stake on the heat contents of utilities, and the days of
 * enrollment on their rules: all are computed anew in the background where these change.
 */
import { contract } from '../../src/contract'
import { monthlyVolumes } from '../../src/contract/gas/choices'
import type { OpenDatabase } from '../db/dialects'
import type { BackgroundJob } from '../kit/backgroundJob'
import { createChangeJob, hasMarks } from '../kit/changeJob'
import type { Write } from '../kit/context'
import { updateFromValues } from '../kit/write/update'
import { refreshContractAccounts } from './contractAccounts'
import { derivedOf, storedContracts } from './contracts'

/** Has contracts computed anew, once the write is committed. */
export async function markForNotices({ db }: Write): Promise<void> {
  // A round that has yet to begin sees this change, too.
  const waiting = await db
    .selectFrom('contract_notice_marks')
    .select('id')
    .where('done_to', '=', 0)
    .executeTakeFirst()
  if (waiting) return
  await db.insertInto('contract_notice_marks').defaultValues().execute()
}

/** Contracts of a transaction, which holds up other writes for some milliseconds. */
const contractsAtOnce = 25

/** Computes days of notice while the server listens; work left by a crash is resumed. */
export function createNoticeSetter(database: OpenDatabase, log: (error: unknown) => void): BackgroundJob {
  return createChangeJob(database, {
    wokenBy: [contract.marketHolidays.name, contract.heatContents.name, contract.utilityStates.name],
    log,
    hasWork: hasMarks('contract_notice_marks'),
    work: async (write) => {
      const { db } = write
      const marks = db.selectFrom('contract_notice_marks').selectAll().orderBy('id').limit(1)
      const mark = await marks.executeTakeFirst()
      if (!mark) return false
      const rows = await db
        .selectFrom('contracts')
        .select([
          ...(['contract_id', 'organization', 'utility_state', 'start_date', 'term'] as const),
          ...(['notice_days', 'notice_kind', 'notice_open_days', 'notice_by'] as const),
          ...(['fee', 'fee_unit', 'volume_unit', 'annual_dth', 'yearly_fee'] as const),
          ...monthlyVolumes,
        ])
        .where('contract_id', '>', mark.done_to)
        .where('deleted_at', 'is', null)
        .orderBy('contract_id')
        .limit(contractsAtOnce)
        .execute()
      for (const row of rows) {
        await refreshContractAccounts(write, { contract: row.contract_id }, { checks: false, ends: false })
        const { notice_by, annual_dth, yearly_fee } = await derivedOf(write, row)
        const isSame =
          notice_by === row.notice_by && annual_dth === row.annual_dth && yearly_fee === row.yearly_fee
        if (!isSame)
          await updateFromValues(write, storedContracts, row.contract_id, {
            notice_by,
            annual_dth,
            yearly_fee,
          })
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

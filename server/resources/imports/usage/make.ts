import type { Write } from '../../../kit/context'
import { asAuthor } from '../../../kit/limits'
import { createRecord } from '../../../kit/write/create'
import { meters } from '../../meters'
import { utilityAccounts } from '../../utilityAccounts'
import { keepBefore } from '../kept'
import { refused, type Run } from '../way'
import type { Made } from './journal'
import { knownNumbers } from './match'
import type { UsageValues } from './stage'

/**
 * Makes the meter that a row names, and its account, where they are still unknown; keeps both with the import, which
 * takes them back (USE-11).
 * @throws ApiError 409 where its numbers mean something else by now.
 */
export async function makeMeter(write: Write, run: Run, values: UsageValues): Promise<number> {
  const { organization, utility_state } = run.options
  const match = (await asAuthor(write, () => knownNumbers(write.db, run.target ?? 0, [values])))(values)
  if (match.meter) return match.meter.meter_id
  if (match.key === null || organization === null || utility_state === null) throw refused(match.reason)
  const keep = (made: Made) => keepBefore(write.db, run.id, 'made', [{ ...made }])
  // A file that names one of the two gives the other the same number.
  const account_number = values.account_number ?? values.meter_number ?? ''
  let account = match.account
  if (account === null) {
    account = await createRecord(write, utilityAccounts, { organization, utility_state, account_number })
    await keep({ resource: 'utilityAccounts', id: account, account })
  }
  const meter = await createRecord(write, meters, {
    utility_account: account,
    meter_number: values.meter_number ?? account_number,
    unit: values.unit,
  })
  await keep({ resource: 'meters', id: meter, account })
  return meter
}

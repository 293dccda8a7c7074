/** What keeps an import of contracts from being taken back: what depends on it since (GAS-7). */
import { chunks } from '../../../kit/chunks'
import type { Write } from '../../../kit/context'
import { keptRows, rowsAtOnce } from '../kept'
import { refused, type Run } from '../way'
import { madeOf, type KeptMade } from './journal'

type Db = Write['db']

/** @throws ApiError 409 naming what rests on an import. */
export async function assertUndoable(db: Db, run: Run): Promise<void> {
  const made: KeptMade[] = []
  for await (const rows of keptRows(db, run.id, 'made')) made.push(...rows.map(madeOf))
  const accounts = new Map(
    made.flatMap((one) => (one.status === null ? [] : [[one.id, one.status] as const])),
  )
  const contracts = made.flatMap(({ resource, id }) => (resource === 'contracts' ? id : []))
  for (const ids of chunks(contracts, rowsAtOnce)) await assertUnchanged(db, ids, accounts)
}

/** Contracts are as the import has made them, with its own accounts, and none renews them. */
async function assertUnchanged(
  db: Db,
  ids: readonly number[],
  ownAccounts: ReadonlyMap<number, string>,
): Promise<void> {
  const changed = await db
    .selectFrom('contracts')
    .select('contract_id')
    .where('contract_id', 'in', ids)
    .where((eb) => eb.or([eb('version', '>', 1), eb('deleted_at', 'is not', null)]))
    .orderBy('contract_id')
    .limit(1)
    .executeTakeFirst()
  if (changed) throw refused(`Contract ${changed.contract_id} has been changed since.`)
  const renewing = await db
    .selectFrom('contracts')
    .select('contract_id')
    .where('renews', 'in', ids)
    .orderBy('contract_id')
    .limit(1)
    .executeTakeFirst()
  if (renewing) throw refused(`Contract ${renewing.contract_id} rests on it.`)
  // Reads of meters move the days of accounts; what people say of them is their status.
  const under = await db
    .selectFrom('contract_accounts')
    .select(['contract_account_id', 'deleted_at', 'status'])
    .where('contract', 'in', ids)
    .orderBy('contract_account_id')
    .execute()
  const other = under.find(({ contract_account_id }) => !ownAccounts.has(contract_account_id))
  if (other) throw refused(`Contract account ${other.contract_account_id} rests on it.`)
  const moved = under.find(
    ({ contract_account_id, deleted_at, status }) =>
      deleted_at !== null || status !== ownAccounts.get(contract_account_id),
  )
  if (moved) throw refused(`Contract account ${moved.contract_account_id} has been changed since.`)
}

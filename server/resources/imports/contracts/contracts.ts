/** Stores contracts of a file with the accounts under them, in steps, and takes them back (CTR-1, GAS-7). */
import { sql } from 'kysely'
import { chunks } from '../../../kit/chunks'
import type { Write } from '../../../kit/context'
import { isRefusal } from '../../../kit/errors'
import { asAuthor } from '../../../kit/limits'
import { resourceOf } from '../../../kit/registry'
import { addChangeNotice } from '../../../kit/write/notices'
import { createFromValues } from '../../../kit/write/create'
import { contractAccounts } from '../../contractAccounts'
import { dropNoticeTasks } from '../../contractTasks'
import { storedContracts } from '../../contracts'
import { todayOf } from '../../market'
import { dropKept, keepBefore, keptRows, rowsAtOnce } from '../kept'
import { refused, step, takingBack, type ImportWay, type Run } from '../way'
import { fieldsOf, type ContractTerms } from './cells'
import type { ContractValues } from './match'
import { stageContracts, valuesOf } from './stage'
import { compared, storedLike } from './stored'
import { assertUndoable } from './undoable'
import { madeOf, type KeptMade, type Made } from './journal'

/** Records made in a transaction, which holds up other writes for some milliseconds. */
const madeAtOnce = 5

/** An account that is to be put under a contract of the file. */
interface Pending {
  line: number
  contract: number
  account: number
  terms: ContractTerms
}

const stale = (line: number, why: string) =>
  refused(`Line ${line}: ${why} The stored contracts have changed: choose the file again.`)

/** A row that is not new by now is refused, and the commit with it: the counts stay. */
async function storeAll(run: Run): Promise<null> {
  const { database, id } = run
  const pending: Pending[] = []
  for await (const rows of keptRows(database.db, id, 'to store'))
    for (const some of chunks(
      rows.filter(({ state }) => state === 'new'),
      madeAtOnce,
    )) {
      const made = await step(run, ['committing'], async (write) => {
        const all: Pending[] = []
        for (const { line, content } of some)
          all.push(...(await makeContract(write, run, line, valuesOf(content))))
        return all
      })
      pending.push(...made)
    }
  for (const some of chunks(pending, madeAtOnce))
    await step(run, ['committing'], async (write) => {
      for (const one of some) await putUnder(write, run, one)
    })
  return null
}

const keep = (write: Write, run: Run, made: Made) => keepBefore(write.db, run.id, 'made', [{ ...made }])

/** Makes the contract of a row. @returns its accounts, which follow. */
async function makeContract(
  write: Write,
  run: Run,
  line: number,
  { terms, ...values }: ContractValues,
): Promise<Pending[]> {
  const { organization, supplier, utility_state, accounts } = values
  const row = { terms, ...values }
  const stored = (await asAuthor(write, () => storedLike(write.db, [row]))).get(organization) ?? []
  const { state, reason } = compared(row, stored)
  if (state !== 'new') throw stale(line, reason ?? 'The contract is stored already.')
  const contract = await creating(line, () =>
    createFromValues(write, storedContracts, {
      volume_unit: 'dth',
      start_rule: 'first_of_month',
      after_end: 'ends',
      notice_kind: 'calendar',
      ...fieldsOf(terms),
      organization,
      supplier,
      utility_state,
    }),
  )
  await keep(write, run, { resource: 'contracts', id: contract, contract, status: null })
  return accounts.map((account) => ({ line, contract, account: account.id, terms }))
}

/** How an account stands under a contract that was signed before it came here (CTR-4). */
function statusOf({ signed_on, start_date, end_date }: ContractTerms, today: string) {
  if (signed_on === null || end_date === null || start_date > today) return 'pending'
  return end_date < today ? 'ended' : 'flowing'
}

async function putUnder(write: Write, run: Run, { line, contract, account, terms }: Pending): Promise<void> {
  const status = statusOf(terms, todayOf(write.db))
  const id = await creating(line, () =>
    createFromValues(write, contractAccounts, { contract, utility_account: account, status }),
  )
  await keep(write, run, { resource: 'contractAccounts', id, contract, status })
}

/** @throws ApiError 409 naming the line of a record that cannot be made any more. */
async function creating(line: number, create: () => Promise<number>): Promise<number> {
  try {
    return await create()
  } catch (error) {
    throw isRefusal(error) ? stale(line, error.message) : error
  }
}

async function takeBack(run: Run): Promise<void> {
  const { database, id } = run
  const made: KeptMade[] = []
  for await (const rows of keptRows(database.db, id, 'made')) made.push(...rows.map(madeOf))
  // Accounts first: a contract stays as long as one is under it.
  for (const resource of ['contractAccounts', 'contracts'] as const)
    for (const some of chunks(
      made.filter((one) => one.resource === resource),
      rowsAtOnce,
    ))
      await step(run, takingBack, (write) => unmake(write, run, some))
}

/** Deletes made records, unless something has come to rest on them in these seconds. */
async function unmake(write: Write, { id }: Run, made: readonly KeptMade[]): Promise<void> {
  const { db } = write
  for (const one of made) {
    const isFree =
      one.resource === 'contractAccounts'
        ? sql`select 1 from contract_accounts where contract_account_id = ${one.id}
          and deleted_at is null and status = ${one.status}
          and exists (select 1 from contracts where contract_id = ${one.contract}
            and version = 1 and deleted_at is null)`
        : sql`select 1 from contracts where contract_id = ${one.id} and version = 1 and deleted_at is null
          and not exists (select 1 from contract_accounts where contract = ${one.id})
          and not exists (select 1 from contract_amendments where contract = ${one.id})
          and not exists (select 1 from contracts as other where other.renews = ${one.id})`
    const { rows } = await isFree.execute(db)
    if (rows.length === 0) continue
    if (one.resource === 'contracts') await dropNoticeTasks(write, one.id)
    await (
      one.resource === 'contractAccounts'
        ? sql`delete from contract_accounts where contract_account_id = ${one.id}`
        : sql`delete from contracts where contract_id = ${one.id}`
    ).execute(db)
    addChangeNotice(write, resourceOf(one.resource), 'deleted', one.id)
  }
  await dropKept(db, id, made)
}

/** How contracts are imported: those that are stored stay as they are. */
export const contractsWay: ImportWay = {
  stage: stageContracts,
  storeAll,
  takeBack,
  assertUndoable,
  finished: (write) => {
    addChangeNotice(write, resourceOf('contractAccounts'), 'updated', null)
    return Promise.resolve()
  },
}

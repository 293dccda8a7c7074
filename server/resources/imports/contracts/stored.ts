/** Compares the rows of a file with the contracts that are stored (CTR-1). */
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../../db/tables'
import { fold } from '../../../kit/fold'
import type { Staged } from '../way'
import { fieldsOf } from './cells'
import type { ContractValues } from './match'

type Db = Kysely<Tables>

/** A stored contract, with the accounts under it. */
type StoredContract = Selectable<Tables['contracts']> & { accounts: ReadonlySet<number> }

/** The contracts of some organizations, of which there are a few. */
export async function contractsOf(
  db: Db,
  organizations: readonly number[],
): Promise<ReadonlyMap<number, StoredContract[]>> {
  const rows =
    organizations.length === 0
      ? []
      : await db
          .selectFrom('contracts')
          .selectAll()
          .where('organization', 'in', [...new Set(organizations)])
          .where('deleted_at', 'is', null)
          .orderBy('contract_id')
          .execute()
  const under =
    rows.length === 0
      ? []
      : await db
          .selectFrom('contract_accounts')
          .innerJoin('contracts', 'contracts.contract_id', 'contract_accounts.contract')
          .select(['contract_accounts.contract', 'contract_accounts.utility_account'])
          .where('contracts.organization', 'in', [...new Set(organizations)])
          .where('contract_accounts.deleted_at', 'is', null)
          .execute()
  const found = new Map<number, StoredContract[]>()
  for (const row of rows) {
    const accounts = under.flatMap(({ contract, utility_account }) =>
      contract === row.contract_id ? utility_account : [],
    )
    found.set(row.organization, [
      ...(found.get(row.organization) ?? []),
      { ...row, accounts: new Set(accounts) },
    ])
  }
  return found
}

/** By what a contract is known within its customer: its number, else its supplier and its start. */
export const contractKey = ({
  contract_number,
  supplier,
  start_date,
}: {
  contract_number: string | null
  supplier: number | null
  start_date: string | null
}): string =>
  contract_number === null ? `${supplier ?? ''} ${start_date ?? ''}` : `number ${fold(contract_number)}`

/** What becomes of a row: a contract is new, the same as a stored one, or stored with other values, which stay. */
export function compared(
  { terms, supplier, accounts }: ContractValues,
  stored: readonly StoredContract[],
): Pick<Staged, 'state' | 'reason'> {
  const { contract_number, start_date } = terms
  const key = contractKey({ contract_number, supplier, start_date })
  const known = stored.find((one) =>
    contract_number === null
      ? one.supplier === supplier && one.start_date === start_date
      : contractKey(one) === key,
  )
  if (!known) return { state: 'new', reason: null }
  const called = `Contract ${known.contract_number ?? `#${known.contract_id}`} is stored`
  const given: Record<string, unknown> = { ...fieldsOf(terms), ...(supplier !== null && { supplier }) }
  // Its number is that by which it was found, in whatever case.
  const other = Object.keys(given).find(
    (name) => name !== 'contract_number' && known[name as keyof typeof known] !== given[name],
  )
  if (other !== undefined)
    return { state: 'refused', reason: `${called} with another ${other.replaceAll('_', ' ')}.` }
  const lacking = accounts.find(({ id }) => !known.accounts.has(id))
  return lacking
    ? { state: 'refused', reason: `${called} without the account ${lacking.number}.` }
    : { state: 'same', reason: null }
}

/** Compares the rows of a file with the contracts that are stored (CTR-1). */
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../../db/tables'
import { keyOfText } from '../../../kit/write/derive'
import type { Staged } from '../way'
import { fieldsOf } from './cells'
import type { ContractValues } from './match'

type Db = Kysely<Tables>

/** A stored contract, with the accounts under it. */
type StoredContract = Selectable<Tables['contracts']> & { accounts: ReadonlySet<number> }

/** The stored contracts that rows of a file may be, of which there are a few: by their customers. */
export async function storedLike(
  db: Db,
  rows: readonly ContractValues[],
): Promise<ReadonlyMap<number, StoredContract[]>> {
  if (rows.length === 0) return new Map()
  const numbers = rows.flatMap(({ terms }) =>
    terms.contract_number === null ? [] : keyOfText(terms.contract_number),
  )
  const starts = rows.flatMap(({ terms }) => (terms.contract_number === null ? terms.start_date : []))
  const contracts = await db
    .selectFrom('contracts')
    .selectAll()
    .where('organization', 'in', [...new Set(rows.map(({ organization }) => organization))])
    .where((eb) =>
      eb.or([eb('contract_number_key', 'in', [...numbers, '']), eb('start_date', 'in', [...starts, ''])]),
    )
    .where('deleted_at', 'is', null)
    .orderBy('contract_id')
    .execute()
  const under =
    contracts.length === 0
      ? []
      : await db
          .selectFrom('contract_accounts')
          .select(['contract', 'utility_account'])
          .where(
            'contract',
            'in',
            contracts.map(({ contract_id }) => contract_id),
          )
          .where('deleted_at', 'is', null)
          .execute()
  const found = new Map<number, StoredContract[]>()
  for (const row of contracts) {
    const own = under.filter(({ contract }) => contract === row.contract_id)
    const accounts = new Set(own.map(({ utility_account }) => utility_account))
    found.set(row.organization, [...(found.get(row.organization) ?? []), { ...row, accounts }])
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
  contract_number === null ? `${supplier ?? ''} ${start_date ?? ''}` : `number ${keyOfText(contract_number)}`

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
  // Its number is that by which it was found, in capitals or not.
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

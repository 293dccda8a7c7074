/** Finds what the names of a file of contracts mean: customers and suppliers by name, accounts by number (CTR-1). */
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables'
import { keyOfText } from '../../../kit/write/derive'
import { numberMatch } from '../../usageTotals'
import { RefusedCell } from '../cells'
import { closestNamed, severalCalled } from '../closestNamed'
import type { ContractCells, ContractTerms } from './cells'

type Db = Kysely<Tables>
type Names = Pick<ContractCells, 'customer' | 'supplier_name' | 'accounts'>

/** An account that a row names. */
export interface NamedAccount {
  utility_account_id: number
  account_number: string
  organization: number
  utility_state: number
}

/** Whom a row names. */
export interface Named {
  organization: { id: number; name: string }
  supplier: { id: number; name: string } | null
  accounts: readonly NamedAccount[]
}

/** A row as it is kept until it is stored. */
export interface ContractValues {
  readonly terms: ContractTerms
  readonly organization: number
  readonly supplier: number | null
  readonly utility_state: number | null
  readonly accounts: readonly { readonly id: number; readonly number: string }[]
}

const nameKey = (name: string): string => keyOfText(name.trim())

/** What the names of some rows mean, of which there are a few. */
export async function knownNames(db: Db, rows: readonly Names[]) {
  const organizations = await db
    .selectFrom('organizations')
    .select(['organization_id as id', 'name', 'name_key'])
    .where('name_key', 'in', ['', ...rows.map(({ customer }) => nameKey(customer))])
    .where('deleted_at', 'is', null)
    .orderBy('organization_id')
    .execute()
  const suppliers = await db
    .selectFrom('suppliers')
    .select(['supplier_id as id', 'name', 'name_key'])
    .where('name_key', 'in', ['', ...rows.flatMap(({ supplier_name }) => nameKey(supplier_name ?? ''))])
    .where('deleted_at', 'is', null)
    .execute()
  const accounts = await db
    .selectFrom('utility_accounts')
    .select(['utility_account_id', 'account_number', 'number_match', 'organization', 'utility_state'])
    .where('number_match', 'in', ['', ...rows.flatMap((row) => row.accounts.map(numberMatch))])
    .where('deleted_at', 'is', null)
    .orderBy('utility_account_id')
    .execute()

  /** @throws RefusedCell for a name that means nothing, or several records. */
  return ({ customer, supplier_name, accounts: numbers }: Names): Named => {
    const { records: called, but } = closestNamed(
      organizations.filter(({ name_key }) => name_key === nameKey(customer)),
      ({ name }) => [name],
      customer,
    )
    const has = (organization: number, number: string) =>
      accounts.filter((one) => one.organization === organization && one.number_match === numberMatch(number))
    // Of several with the name it is the one that has the accounts.
    const fitting =
      called.length > 1 && numbers.length > 0
        ? called.filter(({ id }) => numbers.every((number) => has(id, number).length > 0))
        : called
    const [organization, ...others] = fitting
    if (called.length === 0) throw new RefusedCell(`No organization is called ${customer}.`)
    if (!organization || others.length > 0) throw severalCalled(called.length, 'organizations', customer, but)
    const supplier =
      supplier_name === null ? null : suppliers.find(({ name_key }) => name_key === nameKey(supplier_name))
    if (supplier === undefined) throw new RefusedCell(`No supplier is called ${supplier_name ?? ''}.`)
    return {
      organization,
      supplier,
      accounts: numbers.map((number) => {
        const [account, ...more] = has(organization.id, number)
        if (!account) throw new RefusedCell(`${organization.name} has no account ${number}.`)
        if (more.length > 0)
          throw new RefusedCell(`${organization.name} has ${more.length + 1} accounts ${number}.`)
        return account
      }),
    }
  }
}

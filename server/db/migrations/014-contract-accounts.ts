import { sql, type Kysely } from 'kysely'
import { columnTypes, stampColumns, type DatabaseKind } from './ddl/columns'
import { alive, listIndexes, stampOrderings, trashIndex } from './ddl/indexes'

/** Utility accounts under contracts, and by when utilities want them to be enrolled. */
export async function contractAccounts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await sql`alter table utility_states add column enrollment_rule text`.execute(db)
  await sql`alter table utility_states add column enrollment_days integer`.execute(db)
  await contractAccountsTable(db, kind)
}

/** The table of utility accounts under contracts. */
export async function contractAccountsTable(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, key, timestamp, boolean } = columnTypes[kind]
  const statements = [
    sql`create table contract_accounts (
      contract_account_id ${id},
      contract integer not null references contracts (contract_id),
      utility_account integer not null references utility_accounts (utility_account_id),
      flow_start ${key},
      flow_end ${key},
      enroll_by ${key},
      status ${key} not null,
      drop_reason text,
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      deleted_by integer references users (id),
      deleted_directly ${boolean},
      search text not null
    )`,
    ...listIndexes(kind, 'contract_accounts', 'contract_account_id', alive, [
      ['flow_start', true],
      ['flow_end', true],
      ['enroll_by', true],
      ['status', false],
      ...stampOrderings,
    ]),
    trashIndex('contract_accounts', 'contract_account_id'),
    sql`create index contract_accounts_of_contract on contract_accounts (contract)`,
    sql`create index contract_accounts_of_account on contract_accounts (utility_account)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/** What is at stake in contracts, and the tasks that the days of their notice have made. */
export async function renewals(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { key, number, timestamp } = columnTypes[kind]
  const statements = [
    sql`alter table contracts add column annual_dth ${number}`,
    sql`alter table contracts add column yearly_fee ${number}`,
    sql`create index contracts_by_notice_opens on contracts (notice_opens)
      where notice_opens is not null and signed_on is not null and deleted_at is null`,
    // The server computes it at its start.
    sql`insert into contract_notice_marks (done_to)
      select 0 where exists (select 1 from contracts)`,
    sql`create table contract_notice_tasks (
      contract integer not null references contracts (contract_id),
      kind ${key} not null,
      end_date ${key} not null,
      created_at ${timestamp} not null,
      primary key (contract, kind, end_date)
    )`,
  ]
  for (const statement of statements) await statement.execute(db)
}

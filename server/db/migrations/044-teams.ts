import { sql, type Kysely } from 'kysely'
import { columnTypes, stampColumns, type DatabaseKind } from './ddl/columns'
import { alive, listIndexes, stampOrderings, trashIndex } from './ddl/indexes'

/** The columns of the index of filters of opportunities, which the team joins; SQLite reads more of them from it. */
const filtered = [
  'credit_request',
  'source_type',
  'dekatherms',
  'sales_annual_volume_manual',
  'estimated_annual_volume',
  'broker_fee',
  'pricing_due_date',
  'expected_close_date',
  'ready_score',
  'ready_missing',
  'stage',
  'lost_reason',
  'stage_changed_on',
  'team_id',
  'created_by',
  'created_at',
  'modified_by',
  'modified_at',
]
const filteredTexts = [
  'opportunity_name_key',
  'sales_represented_key',
  'broker_name_key',
  'source_name_key',
  'deleted_at',
]

/** The names of the two tasks that the notice of a contract makes. */
const noticeName = (
  title: string,
) => `substr(${title} || ': contract ' || coalesce(contracts.contract_number, '#' || cast(contracts.contract_id as text))
  || ' with ' || organizations.name, 1, 255)`

/** Teams of users, and the team to which opportunities are limited: those that there are to none. */
export async function teams(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, key, timestamp } = columnTypes[kind]
  const columns = [...filtered, ...(kind === 'sqlite' ? filteredTexts : []), 'opportunity_id']
  const statements = [
    sql`create table teams (
      team_id ${id},
      name text not null,
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      deleted_by integer references users (id),
      name_key ${key} not null unique,
      search text not null
    )`,
    ...listIndexes(kind, 'teams', 'team_id', alive, [['name_key', false], ...stampOrderings]),
    trashIndex('teams', 'team_id'),
    sql`create table team_members (
      team_id integer not null references teams (team_id) on delete cascade,
      user_id integer not null references users (id) on delete cascade,
      primary key (team_id, user_id)
    )`,
    sql`create index team_members_by_user on team_members (user_id, team_id)`,
    sql`alter table opportunities add column team_id integer references teams (team_id)`,
    sql`create index opportunities_by_team on opportunities (team_id, opportunity_id) where team_id is not null`,
    sql`drop index opportunities_filters`,
    sql.raw(`create index opportunities_filters on opportunities (${columns.join(', ')}) ${alive}`),
    // What a notice says of a contract is seen by those who see the contract.
    sql`alter table todos add column notice_of integer references contracts (contract_id) on delete set null`,
    sql.raw(`update todos set notice_of = (
      select contracts.contract_id
      from contract_notice_tasks
      inner join contracts on contracts.contract_id = contract_notice_tasks.contract
      inner join organizations on organizations.organization_id = contracts.organization
      where todos.name in (${noticeName("'Renew by ' || contracts.notice_by")}, ${noticeName("'Notice has opened'")})
      limit 1)
      where created_by is null and (name like 'Renew by %' or name like 'Notice has opened: %')`),
    sql`create index todos_of_notices on todos (notice_of) where notice_of is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}

import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'
import { alive } from './ddl/indexes'

/** The columns of the index of filters, which the day joins; SQLite reads more of them from it. */
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

/** How each database tells whether an audited change changed the stage, and the day of a moment in UTC. */
const told: Readonly<Record<DatabaseKind, { isMoved: string; dayOf: (moment: string) => string }>> = {
  sqlite: {
    isMoved: `json_extract(audit.after, '$.stage') is not json_extract(audit.before, '$.stage')`,
    dayOf: (moment) => `substr(${moment}, 1, 10)`,
  },
  postgres: {
    isMoved: `(audit.after::json ->> 'stage') is distinct from (audit.before::json ->> 'stage')`,
    dayOf: (moment) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`,
  },
}

/**
 * The days since which opportunities are in their stage. Of those that there are it is the day of the last audited
 * change of the stage; where the audit does not go back so far, that of the last change.
 */
export async function stageDays(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { key } = columnTypes[kind]
  const { isMoved, dayOf } = told[kind]
  const lastMove = `(select max(audit.at) from audit
    where audit.resource = 'opportunities' and audit.record_id = opportunities.opportunity_id
      and audit.action in ('create', 'update') and ${isMoved})`
  const columns = [...filtered, ...(kind === 'sqlite' ? filteredTexts : []), 'opportunity_id']
  const statements = [
    sql`alter table opportunities add column stage_changed_on ${key}`,
    sql.raw(
      `update opportunities set stage_changed_on = ${dayOf(`coalesce(${lastMove}, modified_at)`)}
        where stage is not null`,
    ),
    sql`drop index opportunities_filters`,
    sql.raw(`create index opportunities_filters on opportunities (${columns.join(', ')}) ${alive}`),
  ]
  for (const statement of statements) await statement.execute(db)
}

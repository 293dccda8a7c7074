import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'
import { alive } from './ddl/indexes'

/** The columns of the index of filters, which the stage and the reason join; SQLite reads more of them from it. */
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

/** Stages of opportunities, and why they were lost. Those that there are have none. */
export async function stages(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { key } = columnTypes[kind]
  const columns = [...filtered, ...(kind === 'sqlite' ? filteredTexts : []), 'opportunity_id']
  const statements = [
    sql`alter table opportunities add column stage ${key}`,
    sql`alter table opportunities add column lost_reason ${key}`,
    sql`alter table opportunities add column lost_note text`,
    // The columns of the board, each by the due date.
    sql.raw(
      `create index opportunities_by_stage on opportunities (stage, pricing_due_date, opportunity_id) ${alive}`,
    ),
    sql`drop index opportunities_filters`,
    sql.raw(`create index opportunities_filters on opportunities (${columns.join(', ')}) ${alive}`),
  ]
  for (const statement of statements) await statement.execute(db)
}

import { Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely'
import type pg from 'pg'
import { StartError } from '../../../config'
import { ownClock } from '../../clock'
import { quoted } from '../../statements'
import type { Tables } from '../../tables'
import { createWriteQueue } from '../../writeQueue'
import type { LoadTarget } from '../loadTarget'
import { bulkLoad } from './bulkLoad'
import { connect } from './connect'
import { applicationName } from './open'
import { postgres, startLock } from '.'
import { tablesOf, type PostgresTable } from './tables'

const inSchema = 'current_schema()::regnamespace'
const noExtension = (of: string) =>
  `not exists (select 1 from pg_depend where objid = ${of}.oid and deptype = 'e')`
/** Bits of `pg_trigger.tgtype`. */
const triggerTypes = { row: 1, insert: 4 }
const tablesInSchema = `from pg_class where relnamespace = ${inSchema} and relkind in ('r', 'p', 'v', 'm') and ${noExtension('pg_class')}`

/** Whether a database has tables in the schema that the product would use. */
export async function isPostgresFilled(connectionString: string): Promise<boolean> {
  const client = await connect(connectionString)
  try {
    return (await client.query(`select 1 ${tablesInSchema} limit 1`)).rows.length > 0
  } finally {
    await client.end()
  }
}

/**
 * One transaction, in which everything is dropped that was there; starting servers wait for it.
 * @throws StartError while servers use the database.
 */
export async function openPostgresLoad(connectionString: string): Promise<LoadTarget> {
  const client = await connect(connectionString)
  try {
    await refuseServers(client)
    await client.query('begin')
    await dropAll(client)
    return targetOf(client)
  } catch (error) {
    await client.end()
    throw error
  }
}

async function refuseServers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean; servers: number }>(
    `select pg_try_advisory_lock(${startLock}) as taken, (
      select count(*) from pg_stat_activity
      where datname = current_database() and application_name = '${applicationName}') as servers`,
  )
  if (!rows[0]?.taken || rows[0].servers > 0)
    throw new StartError('DATABASE_URL: servers use the database; stop all of them.')
}

async function dropAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop %s if exists %I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, relname) as statement
    ${tablesInSchema}
    union all
    select format('drop function if exists %s cascade', oid::regprocedure) from pg_proc
    where pronamespace = ${inSchema} and ${noExtension('pg_proc')}`)
  for (const { statement } of rows) await client.query(statement)
}

/**
 * Disables the triggers of single rows that are inserted: what they write into other tables comes as rows of these. Those of
 * statements go on, which keep what is not copied: counts, and search texts beside tables.
 * @returns statements that enable them.
 */
async function disableRowTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string }>(`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = ${inSchema} and not tgisinternal
      and tgtype & ${triggerTypes.row} <> 0 and tgtype & ${triggerTypes.insert} <> 0`)
  for (const { table, name } of rows) await client.query(`alter table ${table} disable trigger ${name}`)
  return rows.map(({ table, name }) => `alter table ${table} enable trigger ${name}`)
}

function targetOf(client: pg.Client): LoadTarget {
  const pool: PostgresPool = {
    connect: () => Promise.resolve({ query: client.query.bind(client), release: () => undefined } as never),
    end: () => Promise.resolve(),
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const byName = new Map<string, PostgresTable>()
  const statements: string[] = []
  return {
    database: {
      db,
      scans: db,
      dialect: postgres,
      clock: ownClock,
      version: "''",
      counterEpoch: "''",
      commitListeners: new Set(),
      commitHooks: new Set(),
      staleKeyListeners: new Set(),
      discardListeners: new Set(),
      writing: { failedAt: null },
      writeQueue: createWriteQueue(1),
    },
    begin: async () => {
      const tables = await tablesOf(client)
      const references = await client.query<{ table: string; name: string; definition: string }>(`
        select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = ${inSchema}`)
      for (const { table, name } of references.rows)
        await client.query(`alter table ${table} drop constraint ${name}`)
      statements.push(...(await disableRowTriggers(client)))
      for (const table of tables) {
        byName.set(table.name, table)
        statements.push(...(await bulkLoad.dropIndexes(db, table.name)))
        await client.query(`delete from ${quoted(table.name)}`)
      }
      statements.push(
        ...references.rows.map(
          ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
        ),
      )
      return tables
    },
    insert: async ({ name, columns }, rows) => {
      const types = new Map(
        byName.get(name)?.columns.map((column, at) => [column, byName.get(name)?.types[at]]),
      )
      // Texts become values of any type: 0 and 1 are booleans, too.
      const values = columns.map((column, place) => `(line ->> ${place})::${types.get(column) ?? 'text'}`)
      await client.query(
        `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as line`,
        [JSON.stringify(rows)],
      )
    },
    continueIds: async ({ name }, lastId) => {
      const sequence = byName.get(name)?.sequence
      if (sequence)
        await client.query(`select setval('${sequence}', $1, $2)`, [Math.max(lastId, 1), lastId > 0])
    },
    end: async () => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
    commit: async () => {
      await client.query('commit')
      await client.query('analyze')
    },
    close: () => client.end(),
  }
}

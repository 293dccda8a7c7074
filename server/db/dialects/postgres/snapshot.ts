import pg from 'pg'
import { quoted } from '../../statements'
import { rowsAtOnce, type Snapshot, type SnapshotRow } from '../snapshot'
import { connect } from './connect'
import { tablesOf, type PostgresTable } from './tables'

const keyOf = ({ key }: PostgresTable): string =>
  key.map(({ name, isText }) => `${quoted(name)}${isText ? ' collate "C"' : ''}`).join(', ')

/** The state of a PostgreSQL database as of now, in one transaction, while servers may write. */
export async function openPostgresSnapshot(connectionString: string): Promise<Snapshot> {
  const client = await connect(connectionString, {
    [pg.types.builtins.BOOL]: (value) => Number(value === 't'),
  })
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const migrations = await client.query<{ name: string }>(
      'select name from schema_migrations order by name collate "C"',
    )
    const tables = await tablesOf(client)
    const lastIds = new Map<string, number>()
    for (const { name, sequence } of tables) {
      if (sequence === null) continue
      const { rows } = await client.query<{ last: number }>(
        `select case when is_called then last_value else last_value - 1 end as last from ${sequence}`,
      )
      lastIds.set(name, rows[0]?.last ?? 0)
    }
    const byName = new Map(tables.map((table) => [table.name, table]))
    return {
      kind: 'postgres',
      migrations: migrations.rows.map(({ name }) => name),
      tables: tables.map(({ name, columns }) => ({ name, columns, lastId: lastIds.get(name) ?? null })),
      async *rows({ name, columns }) {
        const table = byName.get(name)
        if (!table) throw new Error(`There is no table ${name}.`)
        await client.query(
          `declare copied no scroll cursor for select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${keyOf(table)}`,
        )
        for (;;) {
          const { rows } = await client.query<(number | string | null)[]>({
            text: `fetch forward ${rowsAtOnce} from copied`,
            rowMode: 'array',
          })
          if (rows.length > 0) yield rows satisfies readonly SnapshotRow[]
          if (rows.length < rowsAtOnce) break
        }
        await client.query('close copied')
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'libsql'
import { pathInDataDir } from '../../dataDir'
import { quoted } from '../../statements'
import { ownTables, rowsAtOnce, type Snapshot, type SnapshotRow, type TableShape } from '../snapshot'

type Handle = InstanceType<typeof Database>

/** Tables by their names, with their columns and the primary key among them. */
export function tablesOf(handle: Handle): (TableShape & { key: readonly string[] })[] {
  const tables = handle.prepare(
    "select name from pragma_table_list where schema = 'main' and type = 'table' order by name",
  )
  const columns = handle.prepare('select name, pk, hidden from pragma_table_xinfo(?) order by cid')
  return (tables.all() as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite_') && !ownTables.includes(name))
    .map((name) => {
      const all = columns.all(name) as { name: string; pk: number; hidden: number }[]
      const key = all.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
      return {
        name,
        columns: all.filter(({ hidden }) => hidden === 0).map((column) => column.name),
        key: key.map((column) => column.name),
      }
    })
}

/** The state of the embedded database as of now, from the write-ahead log, while a server may write. */
export function openEmbeddedSnapshot(dataDir: string): Snapshot {
  const handle = new Database(pathInDataDir(dataDir, 'database'))
  for (const pragma of ['busy_timeout = 5000', 'query_only = on']) handle.exec(`pragma ${pragma}`)
  handle.exec('begin')
  const migrations = handle.prepare('select name from schema_migrations order by name').all()
  const sequences = handle.prepare('select name, seq from sqlite_sequence').all() as {
    name: string
    seq: number
  }[]
  const lastIds = new Map(sequences.map(({ name, seq }) => [name, seq]))
  const gives = (name: string) =>
    handle
      .prepare("select 1 from sqlite_master where name = ? and sql like '%primary key autoincrement%'")
      .get(name) !== undefined
  const tables = tablesOf(handle)
  const keys = new Map(tables.map(({ name, key, columns }) => [name, key.length > 0 ? key : columns]))
  return {
    kind: 'sqlite',
    migrations: (migrations as { name: string }[]).map(({ name }) => name),
    tables: tables.map(({ name, columns }) => ({
      name,
      columns,
      lastId: gives(name) ? (lastIds.get(name) ?? 0) : null,
    })),
    async *rows({ name, columns }) {
      const order = (keys.get(name) ?? []).map(quoted).join(', ')
      const statement = handle
        .prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${order}`)
        .raw()
      let some: SnapshotRow[] = []
      for (const row of statement.iterate()) {
        some.push(row as SnapshotRow)
        if (some.length < rowsAtOnce) continue
        yield some
        some = []
        // The driver never waits: timers of this process would not run before the end.
        await nextTurn()
      }
      if (some.length > 0) yield some
    },
    close: () => {
      handle.exec('rollback')
      // What was written meanwhile; else the next commit of a server would do it, on its event loop.
      handle.exec('pragma wal_checkpoint(passive)')
      handle.close()
      return Promise.resolve()
    },
  }
}

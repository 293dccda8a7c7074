import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { openEmbedded } from '../db/dialects'
import { migrate } from '../db/migrate'
import { localStore } from '../ports/files/local'
import { changedByUsers, emptyDatabase } from './empty'

test('a reset empties every table whose rows refer to demo data', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'citygate-empty-'))
  const emptied = new Set<string>()
  const database = openEmbedded(dir, (text) => {
    const [, table] = /^delete from "(\w+)"/.exec(text) ?? []
    if (table !== undefined) emptied.add(table)
  })
  try {
    await migrate(database)
    await emptyDatabase(database, localStore(path.join(dir, 'files')))
    const { rows } = await sql<{ own: string; other: string }>`
      select tables.name as own, refers."table" as other
      from pragma_table_list as tables, pragma_foreign_key_list(tables.name) as refers
      where refers.on_delete <> 'CASCADE'`.execute(database.db)
    const kept = new Set<string>(changedByUsers)
    const left = rows.filter(({ own, other }) => emptied.has(other) && !emptied.has(own) && !kept.has(own))
    expect(left).toEqual([])
    expect(rows.some(({ own }) => own === 'identities')).toBe(true)
  } finally {
    await database.db.destroy()
    rmSync(dir, { recursive: true })
  }
})

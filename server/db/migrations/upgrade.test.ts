import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { readConfig } from '../../config'
import { startApiOn, type TestApi } from '../../testing/api'
import { copyTemplate, makeEmptyDatabase, onServer, testDir } from '../../testing/databases'
import { schemaOf } from '../../testing/schemaOf'
import { pathInDataDir } from '../dataDir'
import { openDatabase, type OpenDatabase } from '../dialects'
import { isCurrent, migrate } from '../migrate'
import { openMigrated } from '../../startup/openMigrated'
import { migrationsFor } from '.'

const dump = (ending: string) =>
  gunzipSync(readFileSync(path.join(__dirname, `fixtures/before-baseline.${ending}.gz`)))

/** Restores the dump of a small demo database that the migrations before the baseline have made. */
async function restore() {
  const dataDir = mkdtempSync(path.join(testDir(), 'upgrade-'))
  const server = process.env['TEST_DATABASE_URL']
  if (!server) {
    writeFileSync(pathInDataDir(dataDir, 'database'), dump('db'))
    return { dataDir, databaseUrl: null }
  }
  const databaseUrl = await makeEmptyDatabase(server)
  await onServer(databaseUrl, dump('sql').toString())
  return { dataDir, databaseUrl }
}

const configOf = ({ dataDir, databaseUrl }: Awaited<ReturnType<typeof restore>>) =>
  readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  })

/** The recorded migrations. */
const namesIn = async ({ db }: OpenDatabase) => {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

describe('a database of before the baseline', () => {
  let api: TestApi
  beforeAll(async () => {
    const config = configOf(await restore())
    const before = openDatabase(config)
    expect((await namesIn(before)).slice(-1)).toEqual(['059-empty-texts-last'])
    expect(await isCurrent(before)).toBe(false)
    await before.db.destroy()
    await (await openMigrated(config)).db.destroy()
    api = await startApiOn(config)
  })
  afterAll(() => api.close())

  test('[TRUST-33] gets the schema of a new one, once', async () => {
    const fresh = openDatabase(await copyTemplate())
    const expected = await schemaOf(fresh)
    await fresh.db.destroy()
    expect(Object.keys(expected).length).toBeGreaterThan(400)
    expect(await schemaOf(api.database)).toEqual(expected)

    expect(await isCurrent(api.database)).toBe(true)
    await migrate(api.database)
    expect(await namesIn(api.database)).toEqual(Object.keys(migrationsFor(api.database.dialect.kind)).sort())
  })

  test('[TRUST-33] keeps its records: they are found, changed, and join new ones', async () => {
    const read = async (url: string) =>
      (await api.asBroker<Record<string, unknown>>('GET', `/api/mpg/${url}`)).body
    expect(await read('opportunities/?limit=1')).toMatchObject({ count: 11 })
    const organization = { organization_id: 11, name: 'Hollow Creek Dairy', dba: 'Hollow Creek', version: 2 }
    expect(await read('organizations/?q=creek%20hollow')).toMatchObject({ results: [organization] })
    expect(await read('contacts/?q=o%27neil%20zoe')).toMatchObject({ results: [{ last_name: 'O’Neil' }] })
    expect(await read('states/?limit=1')).toMatchObject({ count: 51 })
    expect(await read('source-names/?limit=1')).toMatchObject({ count: 80 })

    expect((await api.asBroker('POST', '/api/mpg/opportunities/11/restore/')).status).toBe(200)
    expect(await read('opportunities/?limit=1')).toMatchObject({ count: 12 })
    const added = await api.asBroker('POST', '/api/mpg/organizations/', {
      name: 'Long Acre',
      state: 'OH',
    })
    expect(added).toMatchObject({ status: 201, body: { organization_id: 12 } })
    expect(await read('organizations/?q=long%20acre')).toMatchObject({ count: 1 })
    await expect(sql`delete from audit`.execute(api.database.db)).rejects.toThrow('audit is append-only')
  })
})

test('[TRUST-33] a database that has run only some of the replaced migrations is refused, and told the way', async () => {
  const config = configOf(await restore())
  const database = openDatabase(config)
  await sql`delete from schema_migrations where name in ('058-refolded-books', '059-empty-texts-last')`.execute(
    database.db,
  )
  const names = await namesIn(database)
  await expect(openMigrated(config)).rejects.toThrow(
    /: the database cannot be opened: its schema is that of an unreleased version, before the migration 059-empty-texts-last\. Start the last version that has 059-empty-texts-last in server\/db\/migrations once, then this one\.$/,
  )
  expect(await namesIn(database)).toEqual(names)
  await database.db.destroy()
})

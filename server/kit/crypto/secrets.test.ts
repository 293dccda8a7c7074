import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { StartError } from '../../config'
import { openDatabase } from '../../db/dialects'
import { openMigrated } from '../../startup/openMigrated'
import { isEmpty } from '../../demo/fill'
import { startApi, type TestApi } from '../../testing/api'
import { makeEmptyDatabase } from '../../testing/databases'
import { serve } from '../../testing/programs'
import { loadSecrets, type Secrets } from './secrets'

const temporary: string[] = []
const makeDir = () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'citygate-secrets-'))
  temporary.push(dir)
  return dir
}
let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  await api.close()
  for (const dir of temporary) rmSync(dir, { recursive: true, force: true })
})

const keyOf = (length: number, letter = 1) => Buffer.alloc(length, letter).toString('base64url')
const writeKeys = (dir: string, content: string) => {
  writeFileSync(path.join(dir, 'secrets.json'), content, { mode: 0o600 })
}

describe('[TRUST-36] the keys in a data directory', () => {
  const load = (dataDir: string) => loadSecrets({ databaseUrl: null, dataDir }, api.database)

  test('[TRUST-4] are made once, for its owner only, and never half', async () => {
    const dir = makeDir()
    const [first] = await load(dir)
    expect(first.key).toHaveLength(32)
    expect(await load(dir)).toEqual([first])
    expect(readdirSync(dir)).toEqual(['secrets.json'])
    expect(statSync(path.join(dir, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  test('are several after a change of keys, newest first', async () => {
    const dir = makeDir()
    writeKeys(
      dir,
      JSON.stringify([
        { kid: 'b', key: keyOf(32, 2) },
        { kid: 'a', key: keyOf(48) },
      ]),
    )
    expect((await load(dir)).map(({ kid, key }) => [kid, key.length])).toEqual([
      ['b', 32],
      ['a', 48],
    ])
  })

  const good = { kid: 'a', key: keyOf(32) }
  const unusable = (index: number) =>
    `key ${index} cannot be used: it needs a kid and at least 32 bytes in base64url.`
  test.each([
    ['', 'holds no keys.'],
    ['{', 'holds no keys.'],
    ['null', 'holds no keys.'],
    ['{}', 'holds no keys.'],
    ['[]', 'holds no keys.'],
    ['[null]', unusable(1)],
    [JSON.stringify([{ kid: 'a', key: '' }]), unusable(1)],
    [JSON.stringify([{ kid: 'a', key: 'short' }]), unusable(1)],
    [JSON.stringify([{ kid: 'a', key: keyOf(31) }]), unusable(1)],
    [JSON.stringify([{ kid: 'a', key: ' '.repeat(60) }]), unusable(1)],
    [JSON.stringify([{ kid: 'a', key: 7 }]), unusable(1)],
    [JSON.stringify([{ kid: '', key: keyOf(32) }]), unusable(1)],
    [JSON.stringify([{ key: keyOf(32) }]), unusable(1)],
    [JSON.stringify([good, { kid: 'b', key: keyOf(8) }]), unusable(2)],
    [JSON.stringify([good, good]), 'holds two keys with the same kid.'],
  ])('%j are refused', async (content, why) => {
    const dir = makeDir()
    writeKeys(dir, content)
    const refusal = await load(dir).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect((refusal as Error).message).toMatch(/^DATA_DIR: .*secrets\.json:? /)
    expect((refusal as Error).message.endsWith(why)).toBe(true)
    expect((refusal as Error).message).not.toContain(keyOf(8))
  })

  test('are refused when others can read them', async () => {
    const dir = makeDir()
    await load(dir)
    chmodSync(path.join(dir, 'secrets.json'), 0o640)
    await expect(load(dir)).rejects.toThrow(/^DATA_DIR: others can read .*secrets\.json; .*chmod 600/)
  })

  test('the process says so in one line and ends with status 1', async () => {
    const dir = makeDir()
    writeKeys(dir, JSON.stringify([{ kid: 'a', key: '' }]))
    const failed = await serve({ env: { DATA_DIR: dir } }).catch((error: unknown) => String(error))
    expect(failed).toMatch(
      /^Error: The server ended with 1: DATA_DIR: .*secrets\.json: key 1 cannot be used: .*\.$/,
    )
  })
})

const server = process.env['TEST_DATABASE_URL']
if (server)
  describe('[TRUST-33, TRUST-36] several processes on one PostgreSQL database', () => {
    const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '' })

    test('make the schema and the keys once, however many begin at once', async () => {
      const databaseUrl = await makeEmptyDatabase(server)
      const config = { ...api.app.config, databaseUrl }
      const opened = await Promise.all([1, 2, 3].map(() => openMigrated(config)))
      const secrets = await Promise.all(
        opened.map((database) => loadSecrets({ databaseUrl, dataDir: makeDir() }, database)),
      )
      expect(secrets[1]).toEqual(secrets[0])
      expect(secrets[2]).toEqual(secrets[0])
      expect(await opened[0]?.db.selectFrom('installation_keys').select('kid').execute()).toHaveLength(1)
      await Promise.all(opened.map(({ db }) => db.destroy()))
    })

    test('come up together on an empty one, fill it once, and let each other’s sessions pass', async () => {
      const env = { DATABASE_URL: await makeEmptyDatabase(server), DEMO: '1' }
      const [here, there] = await Promise.all(
        [1, 2].map(() => serve({ env: { ...env, DATA_DIR: makeDir() } })),
      )
      if (!here || !there) throw new Error('There are two.')
      const signedIn = await fetch(`${here.url}/api/token/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'broker', password: 'citygate-demo-2026' }),
      })
      const { access } = (await signedIn.json()) as { access: string }
      const me = await fetch(`${there.url}/api/users/me/`, { headers: { authorization: `Bearer ${access}` } })
      expect(me.status).toBe(200)
      for (const process of [here, there]) expect(await process.stop()).toMatchObject({ complaint: '' })
      const database = open(env.DATABASE_URL)
      expect(await isEmpty(database)).toBe(false)
      await database.db.destroy()
    })

    test('take over the keys of a file that is there from before, in their order', async () => {
      const dataDir = makeDir()
      const file = await loadSecrets({ databaseUrl: null, dataDir }, api.database)
      const older = { kid: 'older', key: keyOf(32) }
      const content = [
        ...(JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as object[]),
        older,
      ]
      writeKeys(dataDir, JSON.stringify(content))
      const fresh = await startApi()
      await fresh.database.db.deleteFrom('installation_keys').execute()
      const { databaseUrl } = fresh.app.config
      const kids = (secrets: Secrets) => secrets.map(({ kid }) => kid)
      const taken = await loadSecrets({ databaseUrl, dataDir }, fresh.database)
      expect(kids(taken)).toEqual([file[0].kid, 'older'])
      // From then on only the database counts.
      writeKeys(dataDir, '[]')
      expect(await loadSecrets({ databaseUrl, dataDir }, fresh.database)).toEqual(taken)
      await fresh.close()
    })

    test('refuse a key in the table that cannot be used', async () => {
      const fresh = await startApi()
      const { databaseUrl } = fresh.app.config
      await fresh.database.db.updateTable('installation_keys').set({ key: 'short' }).execute()
      await expect(loadSecrets({ databaseUrl, dataDir: makeDir() }, fresh.database)).rejects.toThrow(
        /^DATABASE_URL: the table installation_keys: key 1 cannot be used/,
      )
      await fresh.close()
    })
  })

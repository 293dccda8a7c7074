import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from './config'
import { openDatabase } from './db/dialects'
import { testDir } from './testing/databases'
import { runProgram, serve } from './testing/programs'

// Processes are started, which takes long on a busy machine.
let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = mkdtempSync(path.join(testDir(), 'main-'))
})
afterEach(() => rmSync(DATA_DIR, { recursive: true }))

/** The accounts in the data directory. */
async function usernames(): Promise<string[]> {
  const { db } = openDatabase(readConfig({ DATA_DIR }))
  const users = await db.selectFrom('users').select('username').orderBy('id').execute()
  await db.destroy()
  return users.map(({ username }) => username)
}

/** Starts, with demo data by default, and ends again. */
const startOnce = async (env: Record<string, string> = {}) => {
  const server = await serve({ env: { DATA_DIR, DEMO: '', ...env } })
  await server.stop()
}

test('[TRUST-37] the first start fills the demo only on a machine of its own', async () => {
  await startOnce({ PUBLIC_URL: 'http://localhost:8080' })
  expect((await usernames()).slice(0, 3)).toEqual(['customer', 'team', 'broker'])
})

const behindProxy = [{ PUBLIC_URL: 'https://desk.example' }, { TRUST_PROXY: '127.0.0.1' }]

test.each(behindProxy)(
  '[TRUST-37] the first start behind a proxy makes no demo accounts: %j',
  async (env) => {
    await startOnce(env)
    expect(await usernames()).toEqual([])
  },
)

test('[TRUST-37] what was tried with demo accounts is not served through a proxy later', async () => {
  await runProgram('server/demo/seed.ts', { args: ['--opportunities', '1'], env: { DATA_DIR } })
  for (const env of behindProxy) {
    const { status, complaint } = await runProgram('server/main.ts', {
      env: { DATA_DIR, PORT: '0', NODE_ENV: 'production', ...env },
    })
    expect([status, complaint]).toEqual([
      1,
      expect.stringMatching(
        /^(PUBLIC_URL|TRUST_PROXY) [^\n]*, and the database holds demo accounts with a public password: [^\n]*$/,
      ),
    ])
  }
})

test('[TRUST-21] what uploads have left that were cut off goes at the start', async () => {
  const incoming = path.join(DATA_DIR, 'files/incoming')
  mkdirSync(incoming, { recursive: true })
  writeFileSync(path.join(incoming, 'cut-off'), 'half')
  await startOnce({ DEMO: '0' })
  expect(readdirSync(incoming)).toEqual([])
})

/**
 * Whether users can sign in during a flood of wrong passwords from many networks (TRUST-41): one who has signed in from
 * there before, by address and by browser, and one who never has. The flood is a process of its own, and tries the
 * accounts of both as well as names without an account. Addresses are set by X-Forwarded-For, which TRUST_PROXY makes
 * trusted.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startProduct } from '../e2e/product'
import { credentials } from '../src/contract/session'
import { quantile, round } from './asking'
import type { Figures } from './figures'
import { emptyDatabases, type Seeded } from './seeded'

/** Attempts per second, and the number of their networks. */
const rate = Number(process.env['BENCH_FLOOD_RATE'] ?? 124)
const networks = Number(process.env['BENCH_FLOOD_NETWORKS'] ?? 100)
/** Milliseconds of the flood before the first sign-in. */
const before = 20_000
/** Milliseconds between two sign-ins. */
const pause = 1_000
const rounds = { known: 20, unknown: 10 }
/** Milliseconds that a sign-in may take. */
const patience = { known: 2_000, unknown: 10_000 }
const password = 'seven small lanterns'
const known = 'anna'
const unknown = 'berta'

/** How many sign-ins were on time, and their durations, on both databases. */
export async function flood(): Promise<Figures> {
  const figures: Figures = []
  for (const database of await emptyDatabases('flood')) figures.push(...(await flooded(database)))
  return figures
}

async function flooded({ name: database, env }: Seeded): Promise<Figures> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'citygate-flood-'))
  const settings = { ...env, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent', TRUST_PROXY: '127.0.0.1' }
  const product = await startProduct(settings)
  try {
    for (const username of [known, unknown]) await makeUser(username, settings)
    const first = await signIn(product.url, known, '198.51.100.9')
    if (first.status !== 200) throw new Error(`${known} cannot sign in: ${first.status}`)
    const attacker = spawn(process.execPath, [
      'scripts/run.mjs',
      path.join('bench', 'floodInside.ts'),
      product.url,
      String(rate),
      String(networks),
    ])
    let said = ''
    attacker.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await wait(before)
    const from = {
      'known by address': () => signInWithin('known', known, '198.51.100.9'),
      'known by browser': (round: number) =>
        signInWithin('known', known, `192.0.2.${round + 1}`, first.cookie),
      unknown: (round: number) => signInWithin('unknown', unknown, `185.${round + 1}.7.9`),
    }
    const signInWithin = async (
      who: keyof typeof patience,
      username: string,
      address: string,
      cookie?: string,
    ): Promise<number | null> => {
      const start = performance.now()
      while (performance.now() - start < patience[who]) {
        const { status, retryAfter } = await signIn(product.url, username, address, cookie)
        if (status === 200) {
          const took = performance.now() - start
          return took <= patience[who] ? took : null
        }
        await wait(retryAfter * 1_000)
      }
      return null
    }
    const figures: Figures = []
    for (const [who, enter] of Object.entries(from)) {
      const count = rounds[who === 'unknown' ? 'unknown' : 'known']
      const took: (number | null)[] = []
      for (let round = 0; round < count; round++) {
        took.push(await enter(round))
        await wait(pause)
      }
      const times = took.filter((time) => time !== null)
      figures.push({
        database,
        who,
        'signed in': `${times.length} of ${count}`,
        'median ms': round(quantile(times, 0.5)),
        'longest ms': round(quantile(times, 1)),
      })
    }
    attacker.kill('SIGTERM')
    await once(attacker, 'close')
    return figures.map((figure) => ({ ...figure, 'attacker got': said.trim() }))
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const makeUser = async (username: string, env: Record<string, string>): Promise<void> => {
  const made = promisify(execFile)(
    process.execPath,
    [
      ...['scripts/run.mjs', 'server/commands/user.ts', 'create', '--username', username],
      ...['--type', 'broker', '--first', username, '--last', 'Berg', '--email', `${username}@example.com`],
    ],
    { env: { ...process.env, ...env } },
  )
  made.child.stdin?.end(`${password}\n`)
  await made
}

/** One sign-in, over a connection of its own. */
const signIn = (url: string, username: string, address: string, cookie?: string) =>
  new Promise<{ status: number; retryAfter: number; cookie: string }>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(cookie === undefined ? {} : { cookie }),
    }
    const request = http.request(
      url + credentials.path,
      { method: 'POST', agent: false, headers },
      (response) => {
        response.resume()
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: Number(response.headers['retry-after'] ?? 1),
            cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          }),
        )
      },
    )
    request.once('error', reject)
    request.end(JSON.stringify({ username, password }))
  })

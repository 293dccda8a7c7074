/**
 * `npm run trust -- [--minutes 30] [--seed N] [--only NAME]`: breaks the built product in every way it must stand, for so many
 * minutes in all, and prints one table. On SQLite, and on the PostgreSQL server of DATABASE_URL in databases of its own. The exit
 * status is 1 where something is wrong. See docs/long-proofs.md.
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { onServer } from '../server/testing/databases'
import { newOutcome, randomOf, type Check, type Outcome } from './check'
import { checks } from './checks'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_007) },
    only: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('Usage: npm run trust -- [--minutes 30] [--seed N] [--only NAME]')
  process.exit(2)
}
/** Generated requests of half an hour, on all databases together. */
const requestsOfHalfAnHour = 100_000
/** Faults of a check that are printed. */
const shown = 20

const wanted = checks.filter(({ name }) => values.only === undefined || name.includes(values.only))
const server = process.env['DATABASE_URL']
const databases = server ? ['SQLite', 'PostgreSQL'] : ['SQLite']

/** Runs a check for its share of the time on a database of its own. */
async function run(check: Check, database: string): Promise<Outcome & { seconds: number }> {
  const name = `citygate_trust_${process.pid}`
  const isServer = database === 'PostgreSQL' && server !== undefined
  if (isServer) await onServer(server, `create database ${name}`)
  const start = performance.now()
  const share = (minutes * 60_000) / (wanted.length * databases.length)
  try {
    const outcome = await check.run({
      env: isServer ? { DATABASE_URL: server.replace(/[^/]*$/, name) } : {},
      seed,
      random: randomOf(seed),
      hasTime: () => performance.now() - start < share,
      requests: Math.ceil((requestsOfHalfAnHour * minutes) / 30 / databases.length),
      fault: null,
    })
    return { ...outcome, seconds: Math.round((performance.now() - start) / 1_000) }
  } finally {
    if (isServer) await onServer(server, `drop database ${name} with (force)`)
  }
}

execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
const table: Record<string, string | number>[] = []
const faults: string[] = []
for (const check of wanted)
  for (const database of databases) {
    // One that cannot go on says so, and the others still tell their part.
    const {
      rounds,
      operations,
      faults: found,
      seconds,
      skipped,
    } = await run(check, database).catch((error: unknown) => ({
      ...newOutcome(),
      faults: [`It could not be run: ${String(error)}`],
      seconds: 0,
    }))
    table.push({
      check: check.name,
      database,
      seed,
      rounds,
      operations,
      seconds,
      faults: skipped ?? found.length,
    })
    faults.push(...found.slice(0, shown).map((fault) => `${check.name}, ${database}: ${fault}`))
    console.log(
      `${check.name}, ${database}: ${skipped ?? `${operations} operations, ${found.length} faults`}`,
    )
  }
console.table(table)
for (const fault of faults) console.log(fault)
process.exit(faults.length > 0 ? 1 : 0)

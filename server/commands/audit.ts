/** `npm run audit`: exports the audit, and deletes old entries (TRUST-44). */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { readConfig, StartError } from '../config'
import { openBesideServers } from '../startup/openBesideServers'
import { nowOf } from '../db/clock'
import type { OpenDatabase } from '../db/dialects'
import { pruneBefore } from '../kit/write/auditRetention'

const usage =
  'Usage: npm run --silent audit -- export [--before YYYY-MM-DD] | npm run audit -- prune --before YYYY-MM-DD'

/** Rows read at a time. */
const atOnce = 5_000

/** @throws StartError for anything but a day that has begun. */
function momentOf(day: string, now: Date): string {
  const moment = new Date(`${day}T00:00:00.000Z`)
  if (
    !/^\d{4}-\d\d-\d\d$/.test(day) ||
    Number.isNaN(moment.getTime()) ||
    !moment.toISOString().startsWith(day)
  )
    throw new StartError(`--before "${day}" is not a day written as YYYY-MM-DD.`)
  if (moment > now) throw new StartError(`--before ${day} lies in the future.`)
  return moment.toISOString()
}

/** Writes a JSON object for each row, one a line, the oldest first. */
async function exportRows({ db }: OpenDatabase, before: string): Promise<void> {
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .leftJoin('audit_chain', 'audit_chain.audit_id', 'audit.id')
      .select([
        'audit_chain.position',
        'audit_chain.hash',
        'audit_chain.salt',
        'audit_chain.content',
        'audit.id',
        'at',
        'actor',
        'action',
        'resource',
        'record_id',
        'before',
        'after',
        'request_id',
        'token_id',
        'address',
        'count',
      ])
      .where('id', '>', last)
      .where('at', '<', before)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const lines = rows.map(({ before: beforeText, after, ...row }) => {
      const parsed = {
        before: JSON.parse(beforeText ?? 'null') as unknown,
        after: JSON.parse(after ?? 'null') as unknown,
      }
      return `${JSON.stringify({ ...row, ...parsed })}\n`
    })
    if (lines.length > 0 && !process.stdout.write(lines.join(''))) await once(process.stdout, 'drain')
    const end = rows.at(-1)
    if (!end || rows.length < atOnce) return
    last = end.id
  }
}

/** Deletes the rows before a day, and audits that. @throws StartError while another process does. */
async function prune(database: OpenDatabase, before: string): Promise<string> {
  const removed = await pruneBefore(database, before)
  if (removed === null) throw new StartError('Old rows are removed by another process just now.')
  return `Removed ${removed} rows of before ${before.slice(0, 10)}.`
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { before: { type: 'string' } },
    allowPositionals: true,
  })
  const [command, ...rest] = positionals
  if (
    rest.length > 0 ||
    (command !== 'export' && command !== 'prune') ||
    (command === 'prune' && !values.before)
  )
    throw new StartError(usage)
  const database = await openBesideServers(readConfig(process.env))
  try {
    const now = nowOf(database.db)
    const before = values.before === undefined ? '9999-12-31T00:00:00.000Z' : momentOf(values.before, now)
    if (command === 'export') await exportRows(database, before)
    else process.stdout.write(`${await prune(database, before)}\n`)
  } finally {
    await database.db.destroy()
  }
}

try {
  await run()
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error
  process.stderr.write(`${isUsage ? usage : error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

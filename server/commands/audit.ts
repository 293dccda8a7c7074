/** `npm run audit`: exports the audit, and deletes old entries (TRUST-44). */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { readConfig, StartError } from '../config'
import { openForCommand } from '../startup/openForCommand'
import { nowOf } from '../db/clock'
import type { OpenDatabase } from '../db/dialects'
import { chainStart, sealAll } from '../db/auditChain'
import { pruneAudit } from '../db/pruneAudit'
import { audit } from '../kit/write/audit'
import { inTransaction } from '../kit/context'

const usage =
  'Usage: npm run --silent audit -- export [--before YYYY-MM-DD] | npm run audit -- prune --before YYYY-MM-DD'

/** Rows read, and deleted, at a time: other writes run in between. */
const atOnce = 5_000
const system = { actor: null, requestId: null }

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

/** Deletes the rows before a day, and audits that. */
async function prune(database: OpenDatabase, before: string): Promise<string> {
  await sealAll(database)
  let removed = 0
  for (let some = atOnce; some === atOnce; removed += some)
    some = await database.db.transaction().execute((trx) => pruneAudit(trx, before, atOnce))
  await inTransaction(database, system, async (write) =>
    audit(write, {
      action: 'audit pruned',
      resource: 'audit',
      after: { before, rows: removed, ...(await chainStart(write.db)) },
    }),
  )
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
  const { database, close } = await openForCommand(readConfig(process.env))
  try {
    const now = nowOf(database.db)
    const before = values.before === undefined ? '9999-12-31T00:00:00.000Z' : momentOf(values.before, now)
    if (command === 'export') await exportRows(database, before)
    else process.stdout.write(`${await prune(database, before)}\n`)
  } finally {
    await close()
  }
}

try {
  await run()
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error
  process.stderr.write(`${isUsage ? usage : error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

/**
 * Erases the traces of contacts in the background, a portion of a step at a time, each in a transaction with how far it has come: a
 * process that dies has erased a portion or not, and the next one goes on (PRIV-4).
 */
import { sql, type SqlBool } from 'kysely'
import { nowOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import type { BackgroundJob } from '../../kit/backgroundJob'
import { inTransaction, type Write, type Writer } from '../../kit/context'
import { createTurnsJob } from '../../kit/turnsJob'
import { beginErasure } from './erase'
import { soughtOf, type Erasing, type KeptErasure } from './kept'
import { withoutShared } from './sought'
import { steps, type Step } from './steps'
import { nextPortion, tracesIn } from './portions'

/** Number of erasures among the kinds of work that processes do alone. */
const place = 1_670_402_700
/** Portions of an erasure in its turn, after which others have theirs. */
const portionsInTurn = 8

/** In the words of its index. */
const isUnderWay = sql<SqlBool>`state <> 'done'`

/** The background job that goes on with erasures; woken when one is begun. */
export const createErasureRunner = (database: OpenDatabase, log: (error: unknown) => void): BackgroundJob =>
  createTurnsJob(database, {
    place,
    underWay: () =>
      database.db
        .selectFrom('erasures')
        .select('erasure_id as id')
        .where(isUnderWay)
        .orderBy('erasure_id')
        .execute(),
    runSome: async ({ id }) => {
      for (let portion = 0; portion < portionsInTurn; portion++) {
        const erasure = await database.db
          .selectFrom('erasures')
          .selectAll()
          .where('erasure_id', '=', id)
          .executeTakeFirst()
        if (!erasure || erasure.state === 'done') return
        await runPortion(database, erasure)
      }
    },
    log,
  })

/** Does the next portion of an erasure, or ends it. */
async function runPortion(database: OpenDatabase, erasure: KeptErasure): Promise<void> {
  const writer: Writer = { actor: erasure.requested_by, requestId: erasure.request_id }
  const write = (work: (write: Write) => Promise<unknown>) => inTransaction(database, writer, work)
  if (erasure.state === 'waiting') {
    await write((trx) => beginErasure(trx, erasure.erasure_id))
    return
  }
  const sought = soughtOf(erasure)
  const step = steps[erasure.step - 1]
  if (erasure.step === 0 && sought) {
    const own = await withoutShared(database.scans, sought)
    await write((trx) => advance(trx, erasure, { step: 1, sought: JSON.stringify(own) }))
  } else if (step && sought) await runStep(database, write, { erasure, sought }, step)
  else
    await write(({ db }) =>
      db
        .updateTable('erasures')
        .set({ state: 'done', sought: null, done_to: null, ended_at: nowOf(db).toISOString() })
        .where('erasure_id', '=', erasure.erasure_id)
        .where('state', '=', 'running')
        .execute(),
    )
}

async function runStep(
  database: OpenDatabase,
  write: (work: (write: Write) => Promise<unknown>) => Promise<unknown>,
  erasing: Erasing,
  { before, portion, some }: Step,
): Promise<void> {
  const { erasure } = erasing
  if (erasure.done_to === null) await before?.(database)
  const next = portion ? await nextPortion(database.scans, portion, erasure.done_to) : null
  const mayBeTrace = portion?.mayBeTrace?.(database.scans, erasing)
  const isIn =
    portion && next && mayBeTrace
      ? await tracesIn(database.scans, portion, next, mayBeTrace)
      : (next?.isIn ?? null)
  await write(async (trx) => {
    if (portion && isIn) await portion.erase(trx, erasing, isIn)
    const isMore = some ? await some(trx, erasing) : next !== null
    await advance(
      trx,
      erasure,
      isMore ? { done_to: next?.doneTo ?? null } : { step: erasure.step + 1, done_to: null },
    )
  })
}

/** Keeps how far an erasure has come, where no other process has gone on with it. */
const advance = (
  { db }: Write,
  { erasure_id, step }: KeptErasure,
  values: Partial<Pick<KeptErasure, 'step' | 'done_to' | 'sought'>>,
) =>
  db
    .updateTable('erasures')
    .set(values)
    .where('erasure_id', '=', erasure_id)
    .where('step', '=', step)
    .execute()

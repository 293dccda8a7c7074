import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from '../../db/dialects'
import { applicationName } from '../../db/dialects/postgres/open'
import { chunks } from '../../kit/chunks'
import { inProcessEvents } from './inProcess'
import type { Notice } from '../../db/notice'
import type { Events } from './index'

const channel = 'citygate_events'
/** A notification holds less than 8,000 bytes, and a notice takes less than 200. */
const noticesAtOnce = 30
/** Milliseconds to reach the database, and between two attempts. */
const connectTime = 2_000
const retryTime = 1_000
/** Milliseconds between two notifying statements: too short to notice, longer than most writes. */
const gatherTime = 20

/**
 * For several processes on one PostgreSQL database: NOTIFY through its pool, LISTEN on a connection of its own, which
 * is reopened whenever it is lost. Returns once it listens, or the first attempt has failed.
 * @param warn gets the reason why notices may be lost.
 */
export async function postgresEvents(
  { db }: OpenDatabase,
  connectionString: string,
  warn: (error: unknown) => void,
): Promise<Events> {
  const here = inProcessEvents()
  const closing = new AbortController()
  let waiting: Notice[] = []
  let underWay: Promise<void> | null = null

  /** Listens until the connection ends. */
  async function listen(listening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: connectTime,
      // Of a server that has nothing to do, this is the only connection that lasts.
      application_name: applicationName,
      keepAlive: true,
    })
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    client.on('error', warn)
    client.on('notification', ({ payload }) => {
      here.publish(JSON.parse(payload ?? '[]') as Notice[])
    })
    const stop = () => void client.end().catch(() => undefined)
    closing.signal.addEventListener('abort', stop, { once: true })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      here.reportGap()
      listening()
      await ended
    } finally {
      closing.signal.removeEventListener('abort', stop)
      stop()
    }
  }

  async function keepListening(tried: () => void): Promise<void> {
    while (!closing.signal.aborted) {
      await listen(tried).catch(warn)
      tried()
      await wait(retryTime, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  let listener = Promise.resolve()
  await new Promise<void>((resolve) => {
    listener = keepListening(resolve)
  })

  /**
   * Sends queued notices, and those added meanwhile, until none are left: PostgreSQL commits notifying transactions one
   * at a time, and each wakes every process. Their commits do not wait for the disk, since notices need not survive a
   * crash.
   */
  async function send(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const payloads = [...chunks(waiting, noticesAtOnce)].map((some) => JSON.stringify(some))
        waiting = []
        await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, payload)
          from unnest(${payloads}::text[]) as payload`
          .execute(db)
          .catch(warn)
        await wait(gatherTime)
      }
    } finally {
      underWay = null
    }
  }

  return {
    publish: (notices) => {
      waiting.push(...notices)
      if (waiting.length > 0) underWay ??= send()
    },
    subscribe: here.subscribe,
    close: async () => {
      await underWay
      closing.abort()
      await listener
      await here.close()
    },
  }
}

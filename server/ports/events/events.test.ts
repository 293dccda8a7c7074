import { sql } from 'kysely'
import { openLoad, openPostgres, type OpenDatabase } from '../../db/dialects'
import { copyTemplate } from '../../testing/databases'
import type { Notice } from '../../db/notice'
import type { Events } from './index'
import { inProcessEvents } from './inProcess'
import { postgresEvents } from './postgres'

/** A publisher and a subscriber: in one process, or in two that share a database. */
interface Pair {
  here: Events
  there: Events
  close: () => Promise<void>
}

const change = (id: number): Notice => ({
  kind: 'change',
  change: { resource: 'tags', id, action: 'updated', version: 2 },
  owner: null,
})
const sessionEnd: Notice = { kind: 'session-ended', session: 'a "quoted" name of Łódź' }

/** Collects the notices of a subscriber, and waits for a number of them. */
function listener(events: Events) {
  const told: (Notice | 'lost')[] = []
  let arrived = (): void => undefined
  const hear = (what: Notice | 'lost') => {
    told.push(what)
    arrived()
  }
  const leave = events.subscribe({
    onNotice: hear,
    onGap: () => {
      hear('lost')
    },
  })
  const until = async (count: number) => {
    while (told.length < count) await new Promise<void>((resolve) => (arrived = resolve))
    return told
  }
  return { told, leave, until }
}

const server = process.env['TEST_DATABASE_URL']
let database: OpenDatabase | undefined
let address = ''
const fail = (error: unknown) => {
  throw error
}
beforeAll(async () => {
  if (!server) return
  address = (await copyTemplate()).databaseUrl ?? ''
  database = openPostgres(address)
})
afterAll(() => database?.db.destroy())

const inOneProcess = (): Promise<Pair> => {
  const events = inProcessEvents()
  return Promise.resolve({ here: events, there: events, close: events.close })
}
const inTwoProcesses = async (): Promise<Pair> => {
  if (!database) throw new Error('There is no PostgreSQL server.')
  const here = await postgresEvents(database, address, fail)
  const there = await postgresEvents(database, address, fail)
  return {
    here,
    there,
    close: async () => {
      await here.close()
      await there.close()
    },
  }
}

describe.each([
  { name: 'in one process', open: inOneProcess },
  ...(server ? [{ name: 'by LISTEN and NOTIFY', open: inTwoProcesses }] : []),
])('[TRUST-6] events $name', ({ open }) => {
  let pair: Pair
  beforeEach(async () => {
    pair = await open()
  })
  afterEach(() => pair.close())

  test('every subscriber hears every notice once and unchanged, in the publishing process too', async () => {
    const subscribers = [listener(pair.here), listener(pair.there), listener(pair.there)]
    pair.here.publish([change(1), sessionEnd])
    for (const { until } of subscribers) expect(await until(2)).toEqual([change(1), sessionEnd])
    pair.there.publish([change(2)])
    for (const { until } of subscribers) expect((await until(3)).slice(2)).toEqual([change(2)])
  })

  test('who has left hears nothing more, and the others go on', async () => {
    const gone = listener(pair.there)
    const stays = listener(pair.there)
    gone.leave()
    pair.here.publish([change(1)])
    expect(await stays.until(1)).toEqual([change(1)])
    expect(gone.told).toEqual([])
  })

  test('a write of many records is told whole', async () => {
    const all = Array.from({ length: 1_000 }, (_, index) => change(2_000_000_000 + index))
    const { until } = listener(pair.there)
    pair.here.publish(all)
    const ids = (await until(all.length)).map((notice) =>
      notice !== 'lost' && notice.kind === 'change' ? notice.change.id : null,
    )
    expect([...ids].sort()).toEqual(all.map((_, index) => 2_000_000_000 + index))
  })
})

if (server)
  describe('[TRUST-6] events by LISTEN and NOTIFY', () => {
    const warnings: unknown[] = []
    const warn = (error: unknown) => warnings.push(error)

    test('a lost connection is made anew, and its subscribers learn that something may be missing', async () => {
      if (!database) throw new Error('There is no PostgreSQL server.')
      const events = await postgresEvents(database, address, warn)
      const { until } = listener(events)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`.execute(
        database.db,
      )
      expect(await until(1)).toEqual(['lost'])
      expect(warnings).not.toEqual([])
      events.publish([change(1)])
      expect(await until(2)).toEqual(['lost', change(1)])
      await events.close()
    })

    test('what gathers while others are told goes in one statement, in its order', async () => {
      const statements: string[] = []
      const listened = openPostgres(address, (text) => statements.push(text))
      const events = await postgresEvents(listened, address, warn)
      const { until } = listener(events)
      const all = Array.from({ length: 100 }, (_, index) => change(index + 1))
      for (const notice of all) events.publish([notice])
      expect(await until(all.length)).toEqual(all)
      // A notice may arrive before the statement that sends it has ended.
      await events.close()
      expect(statements.filter((text) => text.includes('pg_notify'))).toHaveLength(2)
      await listened.db.destroy()
    })

    test('[BACKUP-2] a server that has nothing to do keeps a restore away from its database', async () => {
      const { databaseUrl } = await copyTemplate()
      const place = { databaseUrl, dataDir: '' }
      const quiet = openPostgres(databaseUrl ?? '')
      const events = await postgresEvents(quiet, databaseUrl ?? '', warn)
      // As its pool closes connections after some seconds without work.
      await quiet.db.destroy()
      await expect(openLoad(place)).rejects.toThrow('servers use the database; stop all of them.')
      await events.close()
      const target = await openLoad(place)
      await target.close()
    })

    test('a database that cannot be reached stops neither the start nor the end', async () => {
      const nowhere = 'postgres://127.0.0.1:1/nowhere'
      const lost = openPostgres(nowhere)
      const events = await postgresEvents(lost, nowhere, warn)
      warnings.length = 0
      events.publish([change(1)])
      await events.close()
      expect(warnings).not.toEqual([])
      await lost.db.destroy()
    })
  })

import type { Kysely } from 'kysely'
import type { Tables } from './tables'

/**
 * The clock for moments that several processes store and compare: the database's own (TRUST-45). The clocks of their
 * machines may differ from it and from each other.
 */
export interface Clock {
  now: () => Date
  /** Milliseconds by which this process's clock is ahead of the database's, as of the last measurement. */
  ahead: () => number
  /** Reads the database's time. */
  measure: () => Promise<void>
}

/** Seconds of difference above which operators are warned. */
export const toleratedSeconds = 2
/** Milliseconds between two measurements: clocks drift by far less in that time. */
export const measuredEvery = 60_000

/** The clock of an embedded database: the process's own. */
export const ownClock: Clock = {
  now: () => new Date(Date.now()),
  ahead: () => 0,
  measure: () => Promise.resolve(),
}

/**
 * The clock of a database server. Between two measurements it advances by a monotonic counter.
 * @param ask reads the database's time, in milliseconds since 1970.
 */
export function createClock(ask: () => Promise<number>): Clock {
  let measured: { time: number; at: number } | undefined
  let ahead = 0
  return {
    now: () => new Date(measured ? measured.time + performance.now() - measured.at : Date.now()),
    ahead: () => ahead,
    measure: async () => {
      const before = performance.now()
      const time = await ask()
      const after = performance.now()
      // The database read its time between both; the middle has the smallest error.
      const at = (before + after) / 2
      ahead = Date.now() - (after - at) - time
      measured = { time, at }
    },
  }
}

/** Clocks by the object that connections and transactions of one database share. */
const clocks = new WeakMap<object, Clock>()
const keyOf = (db: Kysely<Tables>): object => db.getExecutor().adapter

/** Registers the clock of a database for nowOf(). */
export function setClock(db: Kysely<Tables>, clock: Clock): void {
  clocks.set(keyOf(db), clock)
}

/** The current time by the clock of the database behind a connection or a transaction. */
export const nowOf = (db: Kysely<Tables>): Date => (clocks.get(keyOf(db)) ?? ownClock).now()

/** The present minute by the same clock, for what is kept no longer. */
export const minuteOf = (db: Kysely<Tables>): number => Math.floor(nowOf(db).getTime() / 60_000)

/** A moment so many milliseconds from now, by the same clock. */
export const nowPlus = (db: Kysely<Tables>, milliseconds: number): string =>
  new Date(nowOf(db).getTime() + milliseconds).toISOString()

/** A warning for operators where this machine's clock differs from the database's; otherwise null. */
export function clockSkewWarning(clock: Clock): string | null {
  const seconds = clock.ahead() / 1_000
  if (Math.abs(seconds) <= toleratedSeconds) return null
  return `the clock of this machine is ${Math.abs(seconds).toFixed(1)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database's; let both follow a time server`
}

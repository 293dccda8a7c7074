import { sql } from 'kysely'
import type { OpenDatabase } from '../../db/dialect'
import type { Events } from './index'
import { inProcessEvents } from './inProcess'

/** Milliseconds after which what a command has committed beside the server is noticed. */
const lookTime = 1_000

/**
 * For the embedded database, which has one server. Commands that write beside it (db/beside.ts) tell it nothing: it
 * sees that somebody else has written, and has whoever follows read anew what they show, their own session included.
 */
export function embeddedEvents({ db }: OpenDatabase): Events {
  const here = inProcessEvents()
  let known: number | undefined
  const look = async () => {
    // SQLite counts the commits of others for each of its connections; raw statements that are no select run on the
    // one that writes, so what this process commits does not count.
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db)
    const version = rows[0]?.data_version
    if (known !== undefined && version !== known) here.lose()
    known = version
  }
  const tryToLook = () => void look().catch(() => undefined)
  tryToLook()
  const timer = setInterval(tryToLook, lookTime).unref()
  return {
    ...here,
    close: async () => {
      clearInterval(timer)
      await here.close()
    },
  }
}

import { sql } from 'kysely'
import type { OpenDatabase } from '../../db/dialects'
import type { Events } from './index'
import { inProcessEvents } from './inProcess'

/** Milliseconds after which commits of a command beside the server are noticed. */
const lookTime = 1_000

/**
 * For the embedded database, which has one server. Commands that write beside it (startup/openForCommand.ts) send no
 * notices: the server detects that another process has written, and makes all subscribers reload what they show and
 * check their session.
 */
export function embeddedEvents({ db }: OpenDatabase): Events {
  const here = inProcessEvents()
  let known: number | undefined
  const look = async () => {
    // SQLite counts the commits of other connections for each connection; raw statements that are no select run on the
    // writing one, so that commits of this process do not count.
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db)
    const version = rows[0]?.data_version
    if (known !== undefined && version !== known) here.reportGap()
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

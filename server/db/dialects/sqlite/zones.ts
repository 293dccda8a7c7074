/** Days of time zones, which SQLite knows nothing of. */
import { sql, type RawBuilder } from 'kysely'
import { wallClock } from '../../../../src/contract/gas/calendar'

const minute = 60_000
/** No zone changes its clocks twice within a week. */
const step = 7 * 24 * 60 * minute
const firstYear = 2000

/** Minutes that the clocks of a zone are before those of UTC. */
function leadAt(time: number, timeZone: string): number {
  const { day, time: shown } = wallClock(new Date(time).toISOString(), timeZone)
  return (Date.parse(`${day}T${shown}:00Z`) - time) / minute
}

interface Change {
  readonly at: string
  /** How far the clocks were ahead before. */
  readonly lead: number
}

const known = new Map<string, readonly Change[]>()

/** The changes of the clocks of a zone from 2000 to a year, the last one first. */
function changesOf(timeZone: string, lastYear: number): readonly Change[] {
  const name = `${timeZone} ${lastYear}`
  const found = known.get(name)
  if (found) return found
  const changes: Change[] = []
  const end = Date.UTC(lastYear + 1, 0, 1)
  for (let from = Date.UTC(firstYear, 0, 1); from < end; from += step) {
    const lead = leadAt(from, timeZone)
    if (leadAt(from + step, timeZone) === lead) continue
    let [before, after] = [from, from + step]
    while (after - before > minute) {
      const between = before + Math.floor((after - before) / minute / 2) * minute
      if (leadAt(between, timeZone) === lead) before = between
      else after = between
    }
    changes.unshift({ at: new Date(after).toISOString(), lead })
  }
  known.set(name, changes)
  return changes
}

/** The day of a moment, a text in UTC, in a time zone; moments before 2000 and after this year have the clocks of those. */
export function dayIn(moment: RawBuilder<unknown>, timeZone: string): RawBuilder<string> {
  const year = new Date().getUTCFullYear()
  const changes = changesOf(timeZone, year)
  const latest = leadAt(Date.UTC(year + 1, 0, 1), timeZone)
  // Before each change the clocks were ahead as it says, after it as the next one does.
  const cases = changes.map(
    ({ at }, place) => sql`when ${moment} >= ${at} then ${changes[place - 1]?.lead ?? latest}`,
  )
  const lead =
    cases.length === 0
      ? sql`${latest}`
      : sql`case ${sql.join(cases, sql` `)} else ${changes.at(-1)?.lead ?? latest} end`
  return sql<string>`date(${moment}, (${lead}) || ' minutes')`
}

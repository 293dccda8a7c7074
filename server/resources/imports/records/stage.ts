/** Looks at a file of records before anything of it is stored (IMP-1). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecordImport } from '../../../../src/contract/recordImports'
import { chunks } from '../../../kit/chunks'
import type { Write, Writer } from '../../../kit/context'
import { marketTimeZoneOf } from '../../market'
import type { Found, Proposal, Staged } from '../way'
import { planRows, type Outcome } from './plan'
import { noneSeen } from './seen'

/** What a row is kept as: what is shown of it before, and its cells, by which it is stored. */
export interface KeptRow {
  readonly shown: Readonly<Record<string, unknown>>
  readonly cells: readonly string[]
  /** The line of the row to whose record it adds a link, where it is of no record of its own. */
  readonly joins?: number
}

/** Rows looked at before other work runs. */
const rowsAtOnce = 25

/** A write that only reads: what is told of a row is told again, in the transaction that stores it. */
const readOnly = (db: Write['db'], writer: Writer): Write => ({
  ...writer,
  db,
  isExclusive: true,
  notices: [],
  discarded: [],
})

/** Tells what would become of each row. */
export async function stageRecords(
  db: Write['db'],
  name: RecordImport,
  { headers, rows, mapping, options: { matches, time_zone, values } }: Proposal,
  writer: Writer,
): Promise<Found> {
  const seen = noneSeen()
  const timeZone = time_zone ?? marketTimeZoneOf(db)
  const reading = { name, headers, mapping, matches, timeZone, values, joined: new Map<number, number>() }
  const staged: Staged[] = []
  for (const some of chunks(rows, rowsAtOnce)) {
    await nextTurn()
    const outcomes = await planRows(readOnly(db, writer), reading, some, seen)
    for (const [at, { line, cells }] of some.entries())
      staged.push(stagedOf(line, cells, outcomes[at] ?? { state: 'refused', reason: '' }))
  }
  return { staged, groups: [], unknown: [] }
}

function stagedOf(line: number, cells: string[], outcome: Outcome): Staged {
  if (outcome.state === 'refused')
    return { line, state: 'refused', values: {}, reason: outcome.reason, cells }
  const { shown, joins } = outcome
  const kept: KeptRow = { shown, cells, ...(joins !== null && { joins }) }
  return { line, state: outcome.state, values: { ...kept }, reason: null, cells }
}

/** Since when opportunities are in their stage (REP-1). */
import type { Row } from '../../src/contract'
import { bulkDays } from '../../src/contract/bulkChanges'
import type { Write } from '../kit/context'
import { daysAgo } from '../kit/undoWindow'
import { todayOf } from './market'

type Staged = Pick<Row<'opportunities'>, 'stage' | 'stage_changed_on'>

/** Audited changes that are looked through for that of the stage. */
const lookedThrough = 100

type Stages = Partial<Staged & Pick<Row<'opportunities'>, 'lost_reason' | 'lost_note'>>

/** A change of a stage, as it is audited. */
export interface StageChange {
  id: number
  request_id: string | null
  before: Stages
  after: Stages
}

/** The last change of an opportunity's stage, from a moment on where one is given; undefined where there is none. */
export async function lastStageChange(
  { db }: Write,
  opportunity: number,
  since?: string,
): Promise<StageChange | undefined> {
  const changes = await db
    .selectFrom('audit')
    .select(['id', 'request_id', 'before', 'after'])
    .where('resource', '=', 'opportunities')
    .where('record_id', '=', opportunity)
    .where('action', '=', 'update')
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? ''))
    .orderBy('id', 'desc')
    .limit(lookedThrough)
    .execute()
  for (const change of changes) {
    const before = JSON.parse(change.before ?? '{}') as Stages
    const after = JSON.parse(change.after ?? '{}') as Stages
    if (before.stage !== after.stage) return { ...change, before, after }
  }
  return undefined
}

/**
 * The day since which an opportunity is in the stage that it changes to: today, unless that takes back the last change of its
 * stage, as an undo does for so long; then it has been there since the day that stood there before.
 */
export async function stageDay(
  write: Write,
  { opportunity_id, stage: from }: Pick<Row<'opportunities'>, 'opportunity_id' | 'stage'>,
  to: Staged['stage'],
): Promise<string | null> {
  const last = await lastStageChange(write, opportunity_id, daysAgo(write.db, bulkDays))
  const isTakenBack = last?.before.stage === to && last.after.stage === from
  return isTakenBack ? (last.before.stage_changed_on ?? null) : todayOf(write.db)
}

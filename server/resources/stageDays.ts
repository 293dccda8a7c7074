/** Since when opportunities are in their stage (REP-1). */
import type { Row } from '../../src/contract'
import { bulkDays } from '../../src/contract/bulkChanges'
import type { Write } from '../kit/context'
import { daysAgo } from '../kit/undoWindow'
import { todayOf } from './market'

type Staged = Pick<Row<'opportunities'>, 'stage' | 'stage_changed_on'>

/** Audited changes that are looked through for that of the stage. */
const lookedThrough = 100

/**
 * The day since which an opportunity is in the stage that it changes to: today, unless that takes back the last change of its
 * stage, as an undo does for so long; then it has been there since the day that stood there before.
 */
export async function stageDay(
  { db }: Write,
  { opportunity_id, stage: from }: Pick<Row<'opportunities'>, 'opportunity_id' | 'stage'>,
  to: Staged['stage'],
): Promise<string | null> {
  const changes = await db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('resource', '=', 'opportunities')
    .where('record_id', '=', opportunity_id)
    .where('action', '=', 'update')
    .where('at', '>=', daysAgo(db, bulkDays))
    .orderBy('id', 'desc')
    .limit(lookedThrough)
    .execute()
  for (const change of changes) {
    const before = JSON.parse(change.before ?? '{}') as Partial<Staged>
    const after = JSON.parse(change.after ?? '{}') as Partial<Staged>
    if (before.stage === after.stage) continue
    const isTakenBack = before.stage === to && after.stage === from
    return isTakenBack ? (before.stage_changed_on ?? null) : todayOf(db)
  }
  return todayOf(db)
}

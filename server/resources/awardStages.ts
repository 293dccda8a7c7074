/** The stage of an opportunity whose bid is awarded: Won, until the award is revoked (QUO-10, QUO-11). */
import type { Row } from '../../src/contract'
import type { Write } from '../kit/context'
import { updateFromValues } from '../kit/write/update'
import { opportunities } from './opportunities'
import { lastStageChange, type StageChange } from './stageDays'

/** Null where the bid has no opportunity, or that has no stage: those without one are left without. */
async function stageOf({ db }: Write, bid: number) {
  const row = await db
    .selectFrom('bids')
    .innerJoin('opportunities', 'opportunities.opportunity_id', 'bids.opportunity')
    .select(['opportunities.opportunity_id', 'opportunities.stage'])
    .where('bids.bid_id', '=', bid)
    .executeTakeFirst()
  return row?.stage ? { id: row.opportunity_id, stage: row.stage } : null
}

/** Puts the opportunity of an awarded quote into the stage Won, where it has a stage. */
export async function recordWin(write: Write, { bid }: Row<'quotes'>): Promise<void> {
  const deal = await stageOf(write, bid)
  if (deal && deal.stage !== 'won') await updateFromValues(write, opportunities, deal.id, { stage: 'won' })
}

/**
 * Puts the opportunity of a quote whose award is revoked back into the stage that it had before an award won it. It stays Won while
 * another of its bids is awarded, or where no award won it.
 */
export async function undoWin(write: Write, quote: Row<'quotes'>): Promise<void> {
  const deal = await stageOf(write, quote.bid)
  if (deal?.stage !== 'won') return
  const other = await write.db
    .selectFrom('quotes')
    .innerJoin('bids', 'bids.bid_id', 'quotes.bid')
    .select('quotes.quote_id')
    .where('bids.opportunity', '=', deal.id)
    .where('quotes.awarded_at', 'is not', null)
    .where('quotes.quote_id', '!=', quote.quote_id)
    .where('quotes.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (other) return
  const last = await lastStageChange(write, deal.id)
  if (last?.after.stage !== 'won' || !last.before.stage || !(await isByAward(write, last))) return
  const { stage, lost_reason = null, lost_note = null } = last.before
  await updateFromValues(write, opportunities, deal.id, { stage, lost_reason, lost_note })
}

/** Audit rows of one award at most, its stage the last: those of the other quotes of its bid, and of the draft and its accounts. */
const rowsOfAward = 2_000

/** Whether a stage was changed by the request that awarded a quote. */
async function isByAward({ db }: Write, { id, request_id }: StageChange): Promise<boolean> {
  if (request_id === null) return false
  const rows = await db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('id', '<', id)
    .where('id', '>=', id - rowsOfAward)
    .where('resource', '=', 'quotes')
    .where('request_id', '=', request_id)
    .execute()
  const awardedIn = (text: string | null) =>
    (JSON.parse(text ?? '{}') as Partial<Row<'quotes'>>).awarded_at ?? null
  return rows.some(({ before, after }) => awardedIn(before) === null && awardedIn(after) !== null)
}

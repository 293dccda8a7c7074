import { lostReasons, type LostReason, type Stage } from '../../src/contract/stages'
import type { Random } from '../fixtures/random'
import { standingOf } from './quoteRounds'
import type { DemoRow } from './rows'
import { lostNotes } from './wordLists/deals'
import { dayLength, randomFor, toDay, type World } from './world'

type Opportunity = DemoRow<'opportunities'>

/** How far an opportunity has come: by its quotes, else by the day on which its pricing is due. */
export function stageOf(
  world: World,
  index: number,
  { pricing_due_date: due, created_at }: Pick<Opportunity, 'pricing_due_date' | 'created_at'>,
): Pick<Opportunity, 'stage' | 'stage_changed_on' | 'lost_reason' | 'lost_note'> {
  const random = randomFor(world, 'opportunities.stage', index)
  const stage = random.chance(0.04) ? null : drawn(random, world, index, due)
  const since = randomFor(world, 'opportunities.stage_changed_on', index)
  const stage_changed_on = stage && toDay(since.integer(Date.parse(created_at), world.today))
  if (stage !== 'lost') return { stage, stage_changed_on, lost_reason: null, lost_note: null }
  const lost_reason: LostReason = random.pick(['price', 'price', ...lostReasons])
  const note = random.pick(lostNotes)
  return {
    stage,
    stage_changed_on,
    lost_reason,
    lost_note: lost_reason === 'other' ? note : random.maybe(0.3, note),
  }
}

function drawn(random: Random, world: World, index: number, due: string | null): Stage {
  const standing = standingOf(world, index)
  if (standing === 'awarded') return 'won'
  if (standing === 'open') return random.pick(['pricing', 'presented'])
  const isPast = due !== null && due.slice(0, 10) < toDay(world.today)
  if (standing !== undefined || isPast) return random.pick(['presented', 'lost', 'lost'])
  const isSoon = due !== null && due.slice(0, 10) < toDay(world.today + 45 * dayLength)
  return random.pick(isSoon ? ['gathering', 'pricing', 'pricing'] : ['new', 'new', 'gathering'])
}

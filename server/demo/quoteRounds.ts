import type { Random } from '../fixtures/random'
import { groupOf, opportunityIndexOf, perGroup } from './sizes'
import { randomFor, type World } from './world'

/** For each quote of a group, the position of its bid there, from 0. The first bid is the one with seven. */
export const bidPositions = [0, 0, 0, 0, 0, 0, 0, 3, 3, 4, 4, 4, 6, 6, 6, 10, 10, 10] as const

/** How the quotes of a bid stand. */
export type Standing = 'open' | 'expired' | 'awarded' | 'withdrawn'

/** Groups with quotes that are open: a price holds for some hours, so that those of a large installation have expired. */
const openGroups = 200

/** The random stream of what the quotes of a bid have in common, and its first draw. */
export function quoteRoundOf(world: World, bid: number): { random: Random; standing: Standing } {
  const random = randomFor(world, 'quote_rounds', bid)
  const hasSeven = bid % perGroup.bids === 0
  const drawn = hasSeven
    ? 'open'
    : random.pick(['open', 'expired', 'expired', 'expired', 'awarded', 'awarded', 'withdrawn'] as const)
  const isOver = drawn === 'open' && groupOf('bids', bid) >= openGroups
  return { random, standing: isOver ? 'expired' : drawn }
}

/** How the quotes of an opportunity stand; undefined for one without quotes. */
export function standingOf(world: World, opportunity: number): Standing | undefined {
  const first = groupOf('opportunities', opportunity) * perGroup.bids
  const position = bidPositions.find((bid) => opportunityIndexOf('bids', first + bid) === opportunity)
  return position === undefined ? undefined : quoteRoundOf(world, first + position).standing
}

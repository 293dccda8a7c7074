import { staffIds } from './accounts'
import type { DemoRow } from './rows'
import { stampsOf } from './stamps'
import { utilityAccountAt, utilityAccountCount } from './utilityAccounts'
import { dayLength, memoized, randomFor, type World } from './world'

/** Five for every four accounts: of these the first one has two. */
export const meterCount = (opportunities: number): number =>
  Math.floor((utilityAccountCount(opportunities) * 5) / 4)

/** The index of a meter's account. */
export const accountIndexOf = (index: number): number => Math.floor((index * 4) / 5)

/** The meter at an index; ids count from 1. */
export const meterAt = memoized((world: World, index: number): DemoRow<'meters'> => {
  const random = randomFor(world, 'meters', index)
  const account = utilityAccountAt(world, accountIndexOf(index))
  return {
    meter_id: index + 1,
    utility_account: account.utility_account_id,
    meter_number: `${random.pick(['M', 'G', '0'])}${random.digits(3)}${String(index + 1).padStart(6, '0')}`,
    unit: random.pick(['dth', 'th', 'th', 'th', 'th', 'th', 'mcf', 'ccf']),
    read_cycle: 'monthly',
    installed_on: null,
    removed_on: null,
    ...stampsOf(random, world, staffIds, world.today - 79 * dayLength, world.today - 70 * dayLength),
  }
})

import { enrollByOf } from '../../src/contract/gas/contracts'
import { staffIds } from './accounts'
import { contractAt, placeAt } from './contracts'
import { marketDaysOf } from './market'
import type { DemoRow } from './rows'
import { lastOf, stampsOf } from './stamps'
import { utilityAccountAt } from './utilityAccounts'
import { utilityStateAt } from './utilityStates'
import { memoized, randomFor, toDay, type World } from './world'

/** The account under the contract at an index; ids count from 1. Of one that has none, an account has been dropped. */
export const contractAccountAt = memoized((world: World, index: number): DemoRow<'contractAccounts'> => {
  const random = randomFor(world, 'contract_accounts', index)
  const contract = contractAt(world, index)
  const { account: id, isFree } = placeAt(world, index)
  const account = utilityAccountAt(world, id - 1)
  const { start_date, end_date, terminated_on } = contract
  const { enrollment_rule, enrollment_days } = utilityStateAt(world, account.utility_state - 1)
  const today = toDay(world.today)
  const flow_end = terminated_on ?? end_date
  const isPast = terminated_on !== null || (flow_end !== null && flow_end < today)
  const hasBegun = start_date !== null && start_date <= today
  const status = !isFree
    ? 'dropped'
    : contract.signed_on === null
      ? 'pending'
      : isPast
        ? 'ended'
        : hasBegun
          ? 'flowing'
          : random.pick(['pending', 'enrolled'] as const)
  return {
    contract_account_id: index + 1,
    contract: contract.contract_id,
    utility_account: id,
    flow_start: start_date,
    flow_end,
    enroll_by:
      start_date === null || enrollment_rule === null || enrollment_days === null
        ? null
        : enrollByOf(start_date, enrollment_rule, enrollment_days, marketDaysOf(world).holidays),
    status,
    drop_reason: isFree ? null : 'Under another contract',
    ...stampsOf(random, world, staffIds, lastOf(contract, account)),
  }
})

import { staffIds } from './accounts'
import { contractAt } from './contracts'
import type { DemoRow } from './rows'
import { perGroup } from './sizes'
import { stampsOf } from './stamps'
import { accountsOfOrganization, firstAccountOf } from './utilityAccounts'
import { memoized, randomFor, toDay, type World } from './world'

/** The contract of a group whose account is told. */
const contractPosition = 1

/** The account under a contract of each group, at an index; ids count from 1. */
export const contractAccountAt = memoized((world: World, index: number): DemoRow<'contractAccounts'> => {
  const random = randomFor(world, 'contract_accounts', index)
  const contract = contractAt(world, index * perGroup.contracts + contractPosition)
  const lastOpportunity = index * perGroup.opportunities + 2
  const [account = firstAccountOf(index)] = accountsOfOrganization(contract.organization, lastOpportunity)
  const { start_date: flow_start, end_date: flow_end } = contract
  const today = toDay(world.today)
  const status =
    flow_start === null || flow_start > today
      ? 'pending'
      : flow_end !== null && flow_end < today
        ? 'ended'
        : 'flowing'
  return {
    contract_account_id: index + 1,
    contract: contract.contract_id,
    utility_account: account,
    flow_start,
    flow_end,
    enroll_by: null,
    status,
    drop_reason: null,
    ...stampsOf(random, world, staffIds, Date.parse(contract.created_at)),
  }
})

import { contract } from '../../contract'
import { contractStates, renewalBuckets } from '../../contract/gas/choices'
import type { ListRules } from '../../ui/list/listState'

/** The rules of the list of contracts: those of the contract, and the filters by state and bucket (CTR-7). */
export const contractListRules: ListRules = {
  ...contract.contracts,
  filters: [...contract.contracts.filters, 'state', 'bucket'],
  fields: {
    ...contract.contracts.fields,
    state: { kind: 'choice', options: contractStates },
    bucket: { kind: 'choice', options: renewalBuckets.map(String) },
  },
}

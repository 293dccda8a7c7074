import { contractsApi } from '../../api/contractsApi'
import { defineParts } from '../kit/resourceView'
import { fieldMeta, stateName } from './fieldMeta'

/** Contracts in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta,
  search: { endpoint: contractsApi.list, details: ({ state, end_date }) => [stateName(state), end_date] },
  trash: { facts: ['organization', 'supplier', 'created_at'] },
})

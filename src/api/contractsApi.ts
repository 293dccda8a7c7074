import { crudApi } from './kit/crudApi'

/** Contracts of customers with suppliers (CTR-1). */
export const contractsApi = crudApi('contracts', {
  expand: ['organization', 'supplier', 'utility_state', 'opportunity', 'renews', 'renewal', 'index_curve'],
})

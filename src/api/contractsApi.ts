import { crudApi } from './kit/crudApi'

/** Contracts of customers with suppliers (CTR-1). */
export const contractsApi = crudApi('contracts', {
  expand: [
    'organization',
    'supplier',
    // The name of a service is that of its utility and its state, too.
    'utility_state.utility',
    'utility_state.state',
    'opportunity',
    'renews',
    'renewal',
    'index_curve',
  ],
})

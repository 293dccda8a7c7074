import { crudApi } from './kit/crudApi'

/** Utility accounts. */
export const utilityAccountsApi = crudApi('utilityAccounts', {
  expand: ['organization', 'utility_state.utility', 'utility_state.state', 'address.state'],
})

import { crudApi } from './kit/crudApi'

/** Utility accounts under contracts (CTR-4). */
export const contractAccountsApi = crudApi('contractAccounts', { expand: ['contract', 'utility_account'] })

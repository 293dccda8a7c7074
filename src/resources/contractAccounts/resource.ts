import { defineResourceView } from '../kit/resourceView'

/** Utility accounts under contracts (CTR-4). */
export const contractAccounts = defineResourceView('contractAccounts', {
  noun: ['account under a contract', 'accounts under contracts'],
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})

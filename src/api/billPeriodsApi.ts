import { crudApi } from './kit/crudApi'

/** Bill periods of meters (USE-3). */
export const billPeriodsApi = crudApi('billPeriods', { expand: ['meter'] })

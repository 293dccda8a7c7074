import { crudApi } from './kit/crudApi'

/** Meters. */
export const metersApi = crudApi('meters', { expand: ['utility_account'] })

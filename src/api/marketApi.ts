import { crudApi } from './kit/crudApi'

/** The heat contents of utilities (UNIT-6). */
export const heatContentsApi = crudApi('heatContents', { expand: ['utility'] })

/** The days on which the market is closed (GAS-6). */
export const marketHolidaysApi = crudApi('marketHolidays')

/** Local distribution companies, as options of pickers. */
export const utilitiesApi = crudApi('utilities')

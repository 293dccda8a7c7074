import { crudApi } from './kit/crudApi'

/** The services of utilities, with the parts of their names (BID-5, CTR-5). */
export const utilityStatesApi = crudApi('utilityStates', { expand: ['state', 'utility'] })

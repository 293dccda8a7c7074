import { crudApi } from './kit/crudApi'

/** Teams. */
export const teamsApi = crudApi('teams')

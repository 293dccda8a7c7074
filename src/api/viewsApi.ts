import { crudApi } from './kit/crudApi'

/** Saved views of lists (VIEW-2). */
export const viewsApi = crudApi('views')

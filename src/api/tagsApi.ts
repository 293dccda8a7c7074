import { crudApi } from './kit/crudApi'

/** TAG-3: the tags that forms suggest and the tags screen manages. */
export const tagsApi = crudApi('tags')

import { plainApi } from './kit/plainApi'

/** TAG-3: the tags that forms suggest and the tags screen manages. */
export const tagsApi = plainApi('tags')

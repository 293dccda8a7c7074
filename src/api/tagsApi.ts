import { plainApi } from './kit/plainApi'

/** TAG-3: the tags that forms suggest and that the tags screen keeps. */
export const tagsApi = plainApi('tags')

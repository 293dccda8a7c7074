import { plainApi } from './kit/plainApi'

export const pipelinesApi = plainApi('pipelines')

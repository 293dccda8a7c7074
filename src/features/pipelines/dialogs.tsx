import { pipelinesApi } from '../../api/pipelinesApi'
import { plainDialogs } from '../../records/kit/plainDialogs'
import { pipelineFaces } from '../../records/pipelines/faces'

export const { Edit, Delete } = plainDialogs({
  api: pipelinesApi,
  faces: pipelineFaces,
  fields: ['name', 'zone'],
})

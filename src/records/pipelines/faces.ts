import { defineFaces, stampFaces, unseen } from '../kit/face'

/** How a pipeline meets people, field by field. */
export const pipelineFaces = defineFaces('pipelines', {
  pipeline_id: unseen,
  name: { label: 'Name' },
  zone: { label: 'Zone' },
  ...stampFaces,
})

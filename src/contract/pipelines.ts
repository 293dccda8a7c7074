import { id, resource, stamps, text } from './kit'

/** The interstate pipelines that gas comes by. */
export const pipelines = resource({
  name: 'pipelines',
  path: '/api/mpg/pipelines/',
  title: 'Pipeline',
  idField: 'pipeline_id',
  nameField: 'name',
  fields: { pipeline_id: id(), name: text({ required: true }), zone: text(), ...stamps },
  orderings: ['name', 'zone', 'modified_at'],
  defaultOrdering: 'name',
})

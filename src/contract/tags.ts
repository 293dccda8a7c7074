import { id, resource, stamps, text, trashed } from './fields'

/** Coloured labels of opportunities. Names are unique regardless of case. */
export const tags = resource({
  name: 'tags',
  path: '/api/mpg/tag/',
  title: 'Tag',
  idField: 'tag_id',
  nameField: 'name',
  fields: {
    tag_id: id(),
    name: text({ required: true }),
    color: text({ required: true, max: 7, format: 'color', apiDescription: '#rgb or #rrggbb.' }),
    description: text({ required: true }),
    ...stamps,
    ...trashed,
  },
  orderings: ['name', 'color', 'description', 'created_at', 'modified_at'],
  defaultOrdering: 'name',
  trash: true,
})

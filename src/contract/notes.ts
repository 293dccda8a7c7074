import { html, id, one, resource, stamps, text, trashed } from './fields'

/**
 * Rich-text notes on opportunities, bids, organizations and contacts. Their author and the provider's team may
 * change and delete them.
 */
export const notes = resource({
  name: 'notes',
  path: '/api/mpg/notes/',
  title: 'Note',
  idField: 'id',
  fields: {
    id: id(),
    description: html({ required: true, alias: 'content' }),
    object_id: text({
      required: true,
      shape: 'identifier',
      apiDescription:
        "'opportunity-5', 'contact-5', 'organization-5'; a bare id is a bid's, or of what content_type says.",
    }),
    content_type: one('contentTypes', { apiDescription: 'The kind of record that the note hangs on.' }),
    ...stamps,
    ...trashed,
  },
  orderings: ['created_at', 'modified_at'],
  defaultOrdering: '-created_at',
  filters: ['created_by'],
  trash: true,
})

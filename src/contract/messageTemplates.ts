import { boolean, html, id, resource, stamps, text, trashed } from './fields'

/**
 * Texts for messages, with fields such as `{{contact.first_name}}` (templateFields.ts). Private to the user who made them, or shared
 * with all users (MAIL-4).
 */
export const messageTemplates = resource({
  name: 'messageTemplates',
  path: '/api/mpg/message-templates/',
  title: 'Message template',
  idField: 'message_template_id',
  nameField: 'name',
  fields: {
    message_template_id: id(),
    name: text({ required: true, max: 100 }),
    subject: text({ apiDescription: 'With fields such as {{organization.name}}; others are refused.' }),
    text: html({
      required: true,
      alias: 'body',
      apiDescription: 'With fields such as {{contact.first_name}}; others are refused.',
    }),
    is_shared: boolean({ default: false, apiDescription: 'Whether all users see it, not only its author.' }),
    ...stamps,
    ...trashed,
  },
  orderings: ['name', 'created_at', 'modified_at'],
  defaultOrdering: 'name',
  trash: true,
})

import { boolean, id, integer, one, resource, signedUrl, text } from './fields'

/** The files of one message together hold at most so many bytes, and are so many. */
export const maxAttachedBytes = 10_000_000
export const maxAttachments = 20

/** The errors for more, on both sides. */
export const attachedTooLarge = 'The files of a message may take 10 MB together. Leave some out.'
export const tooManyAttached = `A message takes ${maxAttachments} files at most. Leave some out.`

/** Files of sent and received messages; visible to the owner of the mailbox alone. */
export const messageAttachments = resource({
  name: 'messageAttachments',
  path: '/nylas/attachments/',
  title: 'Attachment',
  idField: 'id',
  nameField: 'filename',
  fields: {
    id: id(),
    message: one('messages', { readOnly: true, required: true }),
    filename: text({ readOnly: true, required: true }),
    file: signedUrl({
      apiDescription:
        'Where the content can be read for a while, by a plain link; of a message of the mail service it is fetched from there.',
    }),
    size: integer({ readOnly: true, apiDescription: 'Bytes; null where the mail service does not tell.' }),
    media_type: text({ readOnly: true, required: true }),
    is_inline: boolean({
      readOnly: true,
      default: false,
      apiDescription: 'Whether it belongs to the text of the message, such as a picture in it.',
    }),
    content_id: text({ readOnly: true, apiDescription: 'By what the text of the message refers to it.' }),
  },
  orderings: ['id'],
  defaultOrdering: 'id',
  filters: ['message'],
})

import { boolean, choice, html, id, people, resource, text, timestamp } from './kit'

/** The mail of the signed-in user's connected account; nobody else sees it. */
export const messages = resource({
  name: 'messages',
  path: '/nylas/messages/',
  title: 'Message',
  idField: 'id',
  nameField: 'subject',
  fields: {
    id: id(),
    direction: choice(['sent', 'received'], { readOnly: true, required: true }),
    from: people({ readOnly: true, about: 'One person.' }),
    to: people({ required: true }),
    subject: text({ required: true }),
    text: html({ required: true, alias: 'body' }),
    is_read: boolean({ default: false }),
    sent_at: timestamp({ readOnly: true, required: true }),
    message_id: text({
      readOnly: true,
      required: true,
      about: 'Its Message-ID (RFC 5322) without the angle brackets: one for all copies of a message.',
    }),
    in_reply_to: text({ about: 'The Message-ID of the message that it answers.' }),
    thread: text({
      readOnly: true,
      required: true,
      about: 'The conversation that it belongs to: the Message-ID of its first message.',
    }),
  },
  orderings: ['subject', 'sent_at'],
  defaultOrdering: '-sent_at',
  filters: ['direction', 'is_read', 'thread'],
  trash: true,
})

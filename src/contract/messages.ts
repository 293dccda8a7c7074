import { boolean, choice, html, id, many, one, people, resource, text, timestamp, trashed } from './fields'

/** The mail of the signed-in user's connected account; only that user sees it, unless it is shared. */
export const messages = resource({
  name: 'messages',
  path: '/nylas/messages/',
  title: 'Message',
  idField: 'id',
  nameField: 'subject',
  fields: {
    id: id(),
    direction: choice(['sent', 'received'], { readOnly: true, required: true }),
    from: people({ readOnly: true, apiDescription: 'One person.' }),
    to: people({ required: true }),
    cc: people({ apiDescription: 'Who gets a copy, as everybody who gets the message can see.' }),
    bcc: people({
      apiDescription: 'Who gets a copy without the others knowing it; only the copy of the sender tells.',
    }),
    subject: text({ required: true }),
    text: html({ required: true, alias: 'body' }),
    attachments: many('messageAttachments', {
      readOnly: true,
      apiDescription: 'The files that go with it; those that belong to its text come last.',
    }),
    is_read: boolean({ default: false }),
    sent_at: timestamp({ readOnly: true, required: true }),
    message_id: text({
      readOnly: true,
      required: true,
      apiDescription:
        'Its Message-ID (RFC 5322) without the angle brackets: one for all copies of a message.',
    }),
    in_reply_to: text({ apiDescription: 'The Message-ID of the message that it answers.' }),
    thread: text({
      readOnly: true,
      required: true,
      apiDescription: 'The conversation that it belongs to: the Message-ID of its first message.',
    }),
    owner: one('users', {
      readOnly: true,
      required: true,
      apiDescription: 'The user in whose mailbox it is.',
    }),
    is_shared: boolean({
      default: false,
      apiDescription:
        'Whether all users read it, with its files, in the timelines of the contacts that it names; its owner decides.',
    }),
    ...trashed,
  },
  orderings: ['subject', 'sent_at'],
  defaultOrdering: '-sent_at',
  filters: ['direction', 'is_read', 'thread'],
  trash: true,
})

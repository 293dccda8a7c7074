import { defineFieldMeta, trashFieldMeta, excludedFields } from '../kit/fieldMeta'

const folders = { received: 'Received', sent: 'Sent' } as const

/** Metadata of the fields of messages. */
export const messageFieldMeta = defineFieldMeta('messages', {
  id: excludedFields,
  direction: { label: 'Folder', nameOf: (direction: keyof typeof folders) => folders[direction] },
  from: { label: 'From' },
  to: { label: 'To' },
  cc: { label: 'Cc' },
  bcc: { label: 'Bcc' },
  subject: { label: 'Subject' },
  text: { label: 'Message', wide: true },
  attachments: { label: 'Files' },
  is_read: { label: 'Read' },
  sent_at: { label: 'Sent at', heading: 'Sent At' },
  message_id: excludedFields,
  in_reply_to: excludedFields,
  thread: excludedFields,
  owner: { label: 'Mailbox' },
  is_shared: { label: 'Shared' },
  ...trashFieldMeta,
})

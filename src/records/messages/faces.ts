import { defineFaces, trashFaces, unseen } from '../kit/face'

const folders = { received: 'Received', sent: 'Sent' } as const

/** fieldMeta of messages. */
export const messageFaces = defineFaces('messages', {
  id: unseen,
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
  message_id: unseen,
  in_reply_to: unseen,
  thread: unseen,
  ...trashFaces,
})

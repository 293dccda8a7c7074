import { defineFaces, unseen } from '../kit/face'

const folders = { received: 'Received', sent: 'Sent' } as const

/** How a message meets people, field by field. */
export const messageFaces = defineFaces('messages', {
  id: unseen,
  direction: { label: 'Folder', nameOf: (direction: keyof typeof folders) => folders[direction] },
  from: { label: 'From' },
  to: { label: 'To' },
  subject: { label: 'Subject' },
  text: { label: 'Message', wide: true },
  is_read: { label: 'Read' },
  sent_at: { label: 'Sent at', heading: 'Sent At' },
  message_id: unseen,
  in_reply_to: unseen,
  thread: unseen,
})

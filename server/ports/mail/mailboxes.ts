/** The mailboxes of this installation's users, in the database. */
import type { Row } from '../../../src/contract'
import type { Person } from '../../../src/contract/fields'
import type { Tables } from '../../db/tables'
import type { Write } from '../../kit/context'
import type { Attachment } from './index'
import { emailKey } from '../../../src/contract/emailKey'
import { fold } from '../../kit/fold'
import { resourceOf } from '../../kit/registry'
import { createFromValues } from '../../kit/write/create'

/** A file of a message as a mailbox keeps it: where its content lies, and whose that counts as. */
export type KeptFile = Pick<
  Tables['message_attachments'],
  'filename' | 'media_type' | 'size' | 'is_inline' | 'content_id' | 'storage_key' | 'stored_by' | 'remote_id'
>

/** The files of a message that a user sends, as the mailboxes of the sender and the recipients keep them. */
export const keptFiles = (sender: number | null, attachments: readonly Attachment[]): KeptFile[] =>
  attachments.map(({ key, filename, media_type, size }) => ({
    filename,
    media_type,
    size,
    is_inline: false,
    content_id: null,
    storage_key: key,
    stored_by: sender,
    remote_id: null,
  }))

/** A message as stored in each mailbox. */
export interface Copy {
  from: Person
  to: readonly Person[]
  cc?: readonly Person[]
  /** Only in the sender's own copy. */
  bcc?: readonly Person[]
  subject: string
  /** Sanitized HTML. */
  text: string
  files?: readonly KeptFile[]
  message_id: string
  in_reply_to: string | null
  thread: string
}

/** Stores the sender's copy and returns its id. */
export const keepSent = (write: Write, owner: number, copy: Copy): Promise<number> =>
  keep(write, owner, 'sent', copy)

/** Stores a message in the mailboxes of all recipients with an account here. */
export async function deliver(write: Write, { bcc = [], ...copy }: Copy): Promise<void> {
  const everybody = [...copy.to, ...(copy.cc ?? []), ...bcc]
  const alike = await write.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(
      'email_key',
      'in',
      everybody.map(({ email }) => fold(email)),
    )
    .where('is_active', '=', true)
    .where('is_email_confirmed', '=', true)
    .orderBy('id')
    .execute()
  const recipients = new Set(everybody.map(({ email }) => emailKey(email)))
  for (const { id, email } of alike)
    if (email !== null && recipients.has(emailKey(email))) await storeReceivedCopy(write, id, copy)
}

/** Stores a message in the mailbox of one user. */
export const storeReceivedCopy = (write: Write, owner: number, copy: Copy): Promise<number> =>
  keep(write, owner, 'received', copy)

/** Stores a message from a user's external mailbox in the one here. */
export const storeSyncedMessage = (
  write: Write,
  owner: number,
  { direction, ...copy }: Copy & Pick<Row<'messages'>, 'direction' | 'is_read' | 'sent_at'>,
): Promise<number> => keep(write, owner, direction, copy)

async function keep(
  write: Write,
  owner: number,
  direction: Row<'messages'>['direction'],
  {
    from,
    to,
    cc = [],
    bcc = [],
    files = [],
    ...copy
  }: Copy & Partial<Pick<Row<'messages'>, 'is_read' | 'sent_at'>>,
): Promise<number> {
  const message = await createFromValues(write, resourceOf('messages'), {
    // Sent messages count as read.
    is_read: direction === 'sent',
    sent_at: new Date().toISOString(),
    ...copy,
    to: [...to],
    cc: [...cc],
    bcc: [...bcc],
    owner,
    direction,
    from: [from],
  })
  if (files.length === 0) return message
  await write.db
    .insertInto('message_attachments')
    .values(files.map((file) => ({ ...file, owner, message })))
    .execute()
  return message
}

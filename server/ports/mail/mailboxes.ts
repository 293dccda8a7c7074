/** The mailboxes of this installation's users, in the database. */
import type { Row } from '../../../src/contract'
import type { Person } from '../../../src/contract/kit'
import type { Write } from '../../kit/context'
import { emailKey } from '../../../src/contract/emailKey'
import { fold } from '../../kit/fold'
import { resourceOf } from '../../kit/registry'
import { storeNew } from '../../kit/write/write'

/** A message as every mailbox keeps it. */
export interface Copy {
  from: Person
  to: readonly Person[]
  subject: string
  /** Sanitised HTML. */
  text: string
  message_id: string
  in_reply_to: string | null
  thread: string
}

/** Keeps the sender's copy and gives its id. */
export const keepSent = (write: Write, owner: number, copy: Copy): Promise<number> =>
  keep(write, owner, 'sent', copy)

/** Puts a message into the mailbox of everybody among the recipients who has an account here. */
export async function deliver(write: Write, copy: Copy): Promise<void> {
  const alike = await write.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(
      'email_key',
      'in',
      copy.to.map(({ email }) => fold(email)),
    )
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
  const recipients = new Set(copy.to.map(({ email }) => emailKey(email)))
  for (const { id, email } of alike)
    if (email !== null && recipients.has(emailKey(email))) await putInto(write, id, copy)
}

/** Puts a message into the mailbox of one user. */
export const putInto = (write: Write, owner: number, copy: Copy): Promise<number> =>
  keep(write, owner, 'received', copy)

/** Puts a message into the mailbox of one user as it stands in their mailbox elsewhere. */
export const putFromElsewhere = (
  write: Write,
  owner: number,
  { direction, ...copy }: Copy & Pick<Row<'messages'>, 'direction' | 'is_read' | 'sent_at'>,
): Promise<number> => keep(write, owner, direction, copy)

const keep = (
  write: Write,
  owner: number,
  direction: Row<'messages'>['direction'],
  { from, ...copy }: Copy & Partial<Pick<Row<'messages'>, 'is_read' | 'sent_at'>>,
): Promise<number> =>
  storeNew(write, resourceOf('messages'), {
    // What somebody has written, they have read.
    is_read: direction === 'sent',
    sent_at: new Date().toISOString(),
    ...copy,
    owner,
    direction,
    from: [from],
  })

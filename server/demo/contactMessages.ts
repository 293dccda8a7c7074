import { emailKey } from '../../src/contract/emailKey'
import type { TableRows } from '../db/tables'
import { messageAddressRows } from '../resources/messageAddresses'
import { correspondentAt, mailUserIds, userNameOf } from './accounts'
import { contactAt } from './contacts'
import { messageAt, messageCount, messagesEach } from './messages'
import { organizationContactAt } from './organizationContacts'
import type { DemoRow } from './rows'
import { perGroup } from './sizes'
import { messageWords, replyWords } from './wordLists/messages'
import { dayLength, memoized, randomFor, toMoment, type World } from './world'

/** A conversation with each contact of the first group. */
export const contactMessageCount = perGroup.contacts * messagesEach
/** Days with messages. */
const memory = 60

type Message = DemoRow<'messages'> & { owner: number }

/** The contacts of the first group that have an address. */
const reachable = memoized((world: World, group: number) =>
  Array.from({ length: perGroup.contacts }, (_, place) => {
    const index = group * perGroup.contacts + place
    const { first_name, last_name, personal_email } = contactAt(world, index)
    const { work_email } = organizationContactAt(world, group * perGroup.organizationContacts + place)
    return { id: null, email: work_email ?? personal_email ?? '', first_name, last_name }
  }).filter(({ email }) => emailKey(email) !== ''),
)

/** A message between a user with a mailbox and a contact: half of them the broker's, some of the others shared. */
function contactMessageAt(world: World, index: number): Message {
  const number = Math.floor(index / messagesEach)
  const place = index % messagesEach
  const random = randomFor(world, 'contact_messages', number)
  const others = mailUserIds.filter((id) => userNameOf(id) !== 'broker')
  const brokers = mailUserIds.filter((id) => userNameOf(id) === 'broker')
  const owner = random.pick(number % 2 === 0 ? brokers : others)
  const contacts = reachable(world, 0)
  const contact = contacts[number % contacts.length]
  const people = [correspondentAt(world, owner - 1), ...(contact ? [contact] : [])]
  const isSent = place % 2 === 0
  const [from, to] = isSent ? [people.slice(0, 1), people.slice(1)] : [people.slice(1), people.slice(0, 1)]
  const begun = random.pick(messageWords)
  const replies = random.sample(replyWords, messagesEach - 1)
  const began = world.today - random.integer(messagesEach * dayLength, memory * dayLength)
  const nameOf = (of: number) => `contact-message-${number * messagesEach + of + 1}@citygate.example`
  return {
    id: messageCount + index + 1,
    direction: isSent ? 'sent' : 'received',
    from,
    to,
    cc: [],
    bcc: [],
    subject: place === 0 ? begun.subject : `Re: ${begun.subject}`,
    text: replies[place - 1] ?? begun.text,
    is_read: true,
    sent_at: toMoment(began + place * random.integer(1, dayLength)),
    message_id: nameOf(place),
    in_reply_to: place === 0 ? null : nameOf(place - 1),
    thread: nameOf(0),
    is_shared: number % 4 === 1,
    owner,
  }
}

/** The message at an index: those between users, then those with contacts. */
export const mailAt = (world: World, index: number): Message =>
  index < messageCount ? messageAt(world, index) : contactMessageAt(world, index - messageCount)

/** By which addresses timelines find the messages at some indexes. */
export function messageAddressesOf(world: World, from: number, to: number): TableRows[] {
  const rows = Array.from({ length: to - from }, (_, offset) => mailAt(world, from + offset)).flatMap(
    messageAddressRows,
  )
  const columns = ['message', 'email_key', 'owner', 'message_id', 'sent_at', 'is_shared'] as const
  return [
    {
      table: 'message_addresses',
      columns: [...columns],
      rows: rows.map((row) => columns.map((name) => row[name])),
    },
  ]
}

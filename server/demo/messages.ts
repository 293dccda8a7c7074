import { correspondentAt, mailUserIds } from './accounts'
import type { DemoRow } from './rows'
import { messageWords, replyWords } from './wordLists/messages'
import { dayLength, randomFor, toMoment, type World } from './world'

/** Each message is in two mailboxes: of its sender and of its recipient. */
export const copies = 2
/** A conversation: a message, its answer, and the answer to that. */
export const messagesEach = 3
export const messageCount = 20 * messagesEach * copies
/** Days with messages. */
const memory = 45
/** Newer messages may be unread. */
const unreadDays = 25

/** The copy of a message at an index; ids count from 1. */
export function messageAt(world: World, index: number): DemoRow<'messages'> & { owner: number } {
  const number = Math.floor(index / copies)
  const place = number % messagesEach
  const random = randomFor(world, 'messages', Math.floor(number / messagesEach))
  const people = random.sample(mailUserIds, 2)
  const [sender = 0, recipient = 0] = place % 2 === 0 ? people : people.toReversed()
  const direction = index % copies === 0 ? 'sent' : 'received'
  const begun = random.pick(messageWords)
  const replies = random.sample(replyWords, messagesEach - 1)
  const began = world.today - random.integer(messagesEach * dayLength, memory * dayLength)
  const sent = began + place * random.integer(1, dayLength)
  const isLast = place === messagesEach - 1
  const unread = isLast && random.chance(0.5) && sent > world.today - unreadDays * dayLength
  const nameOf = (message: number) => `message-${message + 1}@citygate.example`
  const first = number - place
  return {
    id: index + 1,
    direction,
    from: [correspondentAt(world, sender - 1)],
    to: [correspondentAt(world, recipient - 1)],
    cc: [],
    bcc: [],
    subject: place === 0 ? begun.subject : `Re: ${begun.subject}`,
    text: replies[place - 1] ?? begun.text,
    is_read: direction === 'sent' || !unread,
    sent_at: toMoment(sent),
    message_id: nameOf(number),
    in_reply_to: place === 0 ? null : nameOf(number - 1),
    thread: nameOf(first),
    is_shared: false,
    owner: direction === 'sent' ? sender : recipient,
  }
}

import { correspondentAt, mailUserIds } from './accounts'
import type { DemoRow } from './rows'
import { messageWords } from './words/messages'
import { dayLength, randomFor, toMoment, type World } from './world'

/** Each message lies in two mailboxes: with whoever sent it and with whoever received it. */
const copies = 2
export const messageCount = 60 * copies
/** Mail of so many days is there. */
const memory = 45
/** What is younger may be unread. */
const unreadDays = 10

/** The copy of a message at an index; ids count from 1. */
export function messageAt(world: World, index: number): DemoRow<'messages'> & { owner: number } {
  const random = randomFor(world, 'messages', Math.floor(index / copies))
  const [sender = 0, recipient = 0] = random.sample(mailUserIds, 2)
  const direction = index % copies === 0 ? 'sent' : 'received'
  const { subject, text } = random.pick(messageWords)
  const sent = world.today - random.integer(1, memory * dayLength)
  const unread = random.chance(0.5) && sent > world.today - unreadDays * dayLength
  return {
    id: index + 1,
    direction,
    from: [correspondentAt(world, sender - 1)],
    to: [correspondentAt(world, recipient - 1)],
    subject,
    text,
    is_read: direction === 'sent' || !unread,
    sent_at: toMoment(sent),
    owner: direction === 'sent' ? sender : recipient,
  }
}

import { contentKey } from './contentKey'
import { documentOf } from './documents/document'
import { copies, messageAt, messagesEach } from './messages'
import { customerOf } from './opportunities'
import type { DemoRow } from './rows'
import { fileWords } from './wordLists/files'
import { randomFor, memoized, type World } from './world'

type Attached = DemoRow<'messageAttachments'> & { owner: number; storage_key: string; stored_by: number }

/** So many conversations begin with a file. */
const conversations = 6

/** How many rows go with a number of opportunities: one for each copy of such a message. */
export const attachedCount = (opportunities: number): number =>
  opportunities > 0 ? conversations * copies : 0

/** The file of a message at an index, and its content, which both copies share; ids count from 1. */
export const attachedAt = memoized((world: World, index: number): { row: Attached; content: Buffer } => {
  const conversation = Math.floor(index / copies)
  const random = randomFor(world, 'messageAttachments', conversation)
  const { filename, mediaType, content } = documentOf(
    random,
    world,
    random.pick(fileWords),
    customerOf(world, conversation),
  )
  const sent = conversation * messagesEach * copies
  const message = sent + (index % copies)
  const row: Attached = {
    id: index + 1,
    message: message + 1,
    filename,
    size: content.length,
    media_type: mediaType,
    is_inline: false,
    content_id: null,
    owner: messageAt(world, message).owner,
    storage_key: contentKey(world, 'attachment', conversation),
    stored_by: messageAt(world, sent).owner,
  }
  return { row, content }
})

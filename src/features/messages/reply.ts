import type { Row } from '../../contract'
import { emailKey } from '../../contract/emailKey'
import type { Person } from '../../contract/kit'
import { maxText } from '../../contract/limits'
import { personName } from '../../contract/personName'
import type { DialogBegins } from '../../records/frameDialogs'
import { plain, textOf, type Block } from '../../ui/richText/blocks'
import { readHtml } from '../../ui/richText/readHtml'
import { writeHtml } from '../../ui/richText/writeHtml'
import { formatDate } from '../../ui/value/dates'

type Message = Row<'messages'>

/** Characters of markup that an answer repeats of what it answers. */
const longestQuote = 20_000

const line = (text: string): Block => ({ kind: 'p', depth: 0, spans: text ? [{ ...plain, text }] : [] })

const quoteEnd = ' wrote:'

/** What the author wrote, without what had been quoted: the conversation shows that in its own place. */
const ownWords = (blocks: readonly Block[]): Block[] => {
  const own = blocks.filter(
    (block, index) =>
      block.kind !== 'blockquote' &&
      !(blocks[index + 1]?.kind === 'blockquote' && textOf(block).endsWith(quoteEnd)),
  )
  return own.some((block) => textOf(block).trim() !== '') ? own : [...blocks]
}

/** The text that an answer begins with: room to write, and below it what is answered. */
export const quoted = ({ from, sent_at, text }: Pick<Message, 'from' | 'sent_at' | 'text'>): string => {
  const author = from[0] ? personName(from[0]) : 'Somebody'
  const quote = ownWords(readHtml(text)).map((block): Block => ({ ...block, kind: 'blockquote', depth: 0 }))
  const head = [line(''), line(`On ${formatDate(sent_at, 'moment')}, ${author}${quoteEnd}`)]
  let kept = quote
  while (kept.length > 1 && writeHtml(kept).length > longestQuote)
    kept = kept.slice(0, Math.ceil(kept.length / 2))
  return writeHtml([...head, ...kept])
}

/** 'Re: ' stands before a subject once, whatever its letters' case. */
export const answerSubject = (subject: string): string =>
  (/^\s*re\s*:/i.test(subject) ? subject.trim() : `Re: ${subject.trim()}`).slice(0, maxText)

/** Whom an answer goes to: the author, or whoever the author's own message went to. */
const correspondents = ({ direction, from, to }: Message): Person[] => (direction === 'sent' ? to : from)

/** Whom an answer to all goes to: everybody besides the one who answers. */
export const everybodyIn = (
  { from, to }: Pick<Message, 'from' | 'to'>,
  ownAddresses: readonly string[],
): Person[] => {
  const all = [...new Map([...from, ...to].map((person) => [emailKey(person.email), person])).values()]
  const own = new Set(ownAddresses.map(emailKey))
  const others = all.filter(({ email }) => !own.has(emailKey(email)))
  return others.length > 0 ? others : all
}

/** What the MESSAGE dialog begins with as an answer. */
export const answerTo = (
  message: Message,
  to: readonly Person[] = correspondents(message),
): DialogBegins['message'] => ({
  to,
  subject: answerSubject(message.subject),
  text: quoted(message),
  in_reply_to: message.message_id,
})

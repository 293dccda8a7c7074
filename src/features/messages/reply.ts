import type { Row } from '../../contract'
import { emailKey } from '../../contract/emailKey'
import type { Person } from '../../contract/fields'
import { maxText } from '../../contract/limits'
import { personName } from '../../contract/personName'
import type { DialogBegins } from '../../resources/frameDialogs'
import { plain, textOf, type Block } from '../../ui/richText/blocks'
import { readHtml } from '../../ui/richText/readHtml'
import { writeHtml } from '../../ui/richText/writeHtml'
import { formatDate } from '../../ui/value/dates'

type Message = Row<'messages'>

/** Maximum length of the quoted markup in a reply. */
const longestQuote = 20_000

const line = (text: string): Block => ({ kind: 'p', depth: 0, spans: text ? [{ ...plain, text }] : [] })

const quoteEnd = ' wrote:'

/** The author's own text without quotations: the conversation shows the quoted messages themselves. */
const ownWords = (blocks: readonly Block[]): Block[] => {
  const own = blocks.filter(
    (block, index) =>
      block.kind !== 'blockquote' &&
      !(blocks[index + 1]?.kind === 'blockquote' && textOf(block).endsWith(quoteEnd)),
  )
  return own.some((block) => textOf(block).trim() !== '') ? own : [...blocks]
}

/** The initial text of a reply: an empty paragraph, and the quoted message below. */
export const quoted = ({ from, sent_at, text }: Pick<Message, 'from' | 'sent_at' | 'text'>): string => {
  const author = from[0] ? personName(from[0]) : 'Somebody'
  const quote = ownWords(readHtml(text)).map((block): Block => ({ ...block, kind: 'blockquote', depth: 0 }))
  const head = [line(''), line(`On ${formatDate(sent_at, 'moment')}, ${author}${quoteEnd}`)]
  let kept = quote
  while (kept.length > 1 && writeHtml(kept).length > longestQuote)
    kept = kept.slice(0, Math.ceil(kept.length / 2))
  return writeHtml([...head, ...kept])
}

/** Prepends 'Re: ' once, regardless of case. */
export const answerSubject = (subject: string): string =>
  (/^\s*re\s*:/i.test(subject) ? subject.trim() : `Re: ${subject.trim()}`).slice(0, maxText)

/** The recipients of a reply: the author, or the recipients of the user's own message. */
const correspondents = ({ direction, from, to }: Message): Person[] => (direction === 'sent' ? to : from)

/** The To and CC recipients of a reply. */
interface Recipients {
  to: readonly Person[]
  cc: readonly Person[]
}

/** The recipients of a reply to all: all except the replying user; CC recipients stay in CC. */
export const allRecipientsOf = (
  { from, to, cc }: Pick<Message, 'from' | 'to' | 'cc'>,
  ownAddresses: readonly string[],
): Recipients => {
  const own = new Set(ownAddresses.map(emailKey))
  const once = (people: readonly Person[]) => [
    ...new Map(people.map((person) => [emailKey(person.email), person])).values(),
  ]
  const all = once([...from, ...to])
  const others = all.filter(({ email }) => !own.has(emailKey(email)))
  const direct = others.length > 0 ? others : all
  const known = new Set([...own, ...direct.map(({ email }) => emailKey(email))])
  return { to: direct, cc: once(cc).filter(({ email }) => !known.has(emailKey(email))) }
}

/** Initial values of the MESSAGE dialog for a reply. */
export const answerTo = (
  message: Message,
  { to, cc }: Recipients = { to: correspondents(message), cc: [] },
): DialogBegins['message'] => ({
  to,
  cc,
  subject: answerSubject(message.subject),
  text: quoted(message),
  in_reply_to: message.message_id,
})

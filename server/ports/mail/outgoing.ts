/** Mail on its way out: put together as MIME, kept as a file, and handed to the mail server where there is one. */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import type { Person } from '../../../src/contract/kit'
import { personName } from '../../../src/contract/personName'
import type { OpenDatabase } from '../../db/dialect'
import { plainText } from '../../kit/richText'
import type { Outside } from '../outside'
import type { Outcome } from '../outside/breaker'
import type { InvitationMethod } from './calendarFile'
import { defaultLimits, greet, handOver, textsOnly, type Limits } from './handOver'
import type { Answered, Store } from './index'
import { peopleAt } from './people'
import { createQueue } from './queue'

export interface Mail {
  from: Person
  to: readonly Person[]
  subject: string
  /** Sanitised HTML. */
  text: string
  /** Its Message-ID, without the angle brackets. */
  message_id: string
  /** What it answers, if it does. */
  answered: Answered | null
  invitation?: { method: InvitationMethod; content: string }
}

/** A Message-ID that no other message has (RFC 5322, 3.6.4). */
export const newMessageId = ({ email }: Person): string =>
  `${randomUUID()}@${domainToASCII(email.slice(email.lastIndexOf('@') + 1)) || 'citygate.invalid'}`

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...textsOnly })

export interface Outbox {
  /**
   * Puts a message together. The function that comes back queues it, in the transaction of what it tells of; without a
   * mail server, keeps it as .eml.
   */
  post(mail: Mail): Promise<Store>
  /** Looks now whether something waits to be sent. */
  wake(): void
  /** Lets an attempt that is under way come to its end. */
  stop(): Promise<void>
}

interface OutboxParts {
  /** Where .eml files are kept. */
  folder: string
  smtpUrl: string | null
  /** Where everything goes instead of its recipients; none: to those. */
  fixedRecipients: readonly string[]
  database: OpenDatabase
  outside: Outside
  /** Told of each attempt that fails. */
  log: (error: unknown) => void
  limits?: Limits
}

/** The outbox of an installation: files, or a mail server at `smtpUrl`; it sends nothing before it is first woken. */
export function createOutbox({
  folder,
  smtpUrl,
  fixedRecipients,
  limits = defaultLimits,
  ...parts
}: OutboxParts): Outbox {
  const isFixed = fixedRecipients.length > 0
  const addressed = (mail: Mail): Mail => (isFixed ? { ...mail, to: peopleAt(fixedRecipients) } : mail)
  if (smtpUrl === null)
    return {
      post: async (mail) => {
        const { content } = await compose(addressed(mail))
        return () => keep(folder, content)
      },
      wake: () => undefined,
      stop: () => Promise.resolve(),
    }
  const connection = parts.outside.connect({
    key: 'smtp',
    origins: [originOf(smtpUrl)],
    probe: async () => {
      await connection.attempt(() => greet(smtpUrl, limits))
    },
    waiting: () => queue.waiting(),
  })
  const queue = createQueue({
    ...parts,
    longest: limits.all + limits.taken,
    postmaster: (author) => ({
      id: null,
      email: `mailer-daemon@${author.email.slice(author.email.lastIndexOf('@') + 1)}`,
      first_name: 'Mail delivery',
      last_name: null,
    }),
    send: async ({ sender, recipients: queued, content }) => {
      // What was queued before they were fixed goes nowhere else, either.
      const recipients = isFixed ? fixedRecipients : queued
      try {
        const envelope = { from: sender, to: [...recipients] }
        const emails = await connection.attempt(
          () => handOver(smtpUrl, { envelope, raw: content }, limits),
          outcomeOf,
        )
        return { emails, why: 'The mail server refused these recipients.' }
      } catch (error) {
        const answer = answerOf(error)
        if (answer === null || answer.status < 500) throw error
        return { emails: recipients, why: `The mail server refused it: ${answer.text}` }
      }
    },
  })
  return {
    post: async (mail) => {
      const { envelope, content } = await compose(addressed(mail))
      const outgoing = {
        message_id: mail.message_id,
        author: mail.from.id,
        subject: mail.subject,
        sender: envelope.from || mail.from.email,
        recipients: envelope.to,
        content: content.toString(),
      }
      return (write) => queue.enqueue(write, outgoing)
    },
    wake: queue.wake,
    stop: queue.stop,
  }
}

/** Where a mail server is, without name and password. */
const originOf = (url: string): string => {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** What a mail server answered to a message or a recipient (RFC 5321, 4.2); null where it did not come so far. */
function answerOf(error: unknown): { status: number; text: string } | null {
  if (typeof error !== 'object' || error === null || !('responseCode' in error)) return null
  const code = 'code' in error ? error.code : undefined
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const text = 'response' in error && typeof error.response === 'string' ? error.response : ''
  return isOfMessage && typeof error.responseCode === 'number'
    ? { status: error.responseCode, text: text.slice(0, 500) }
    : null
}

/** A mail server that refuses a message or a recipient is there; one that refuses us fails. */
const outcomeOf = (error: unknown): Outcome => (answerOf(error) === null ? 'failed' : 'well')

async function compose({ from, to, subject, text, message_id, answered, invitation }: Mail) {
  const { envelope, message } = await composer.sendMail({
    from: address(from),
    to: to.map(address),
    subject,
    html: text,
    text: plainText(text),
    messageId: bracketed(message_id),
    ...(answered ? headersOf(answered) : {}),
    ...(invitation ? { icalEvent: { ...invitation, filename: 'invitation.ics' } } : {}),
  })
  if (!Buffer.isBuffer(message)) throw new Error('The message has not been put together in memory.')
  return { envelope, content: message }
}

const bracketed = (messageId: string) => `<${messageId}>`

/** By which other mail programs sort an answer to what it answers; of a long conversation the ends are enough. */
const headersOf = ({ message_id, thread }: Answered) => ({
  inReplyTo: bracketed(message_id),
  references: [...new Set([thread, message_id])].map(bracketed),
})

const address = (person: Person) => ({ name: personName(person), address: person.email })

/** Writes a message where nobody but the server reads it; the newest name sorts last. */
async function keep(folder: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`)
  await writeFile(file, content, { mode: 0o600, flag: 'wx' })
}

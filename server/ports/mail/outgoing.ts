/** Mail on its way out: put together as MIME, kept as a file, and handed to the mail server where there is one. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import type { Person } from '../../../src/contract/kit'
import { personName } from '../../../src/contract/personName'
import { plainText } from '../../kit/richText'
import type { Outside } from '../outside'
import type { Outcome } from '../outside/breaker'
import type { InvitationMethod } from './calendarFile'
import { mailUnavailable, type Answered } from './index'

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

/** Milliseconds to connect, and in all (TRUST-26). */
interface Limits {
  connect: number
  all: number
}
const defaultLimits: Limits = { connect: 3_000, all: 10_000 }

/** Contents come from texts alone: a message never reads files or addresses. */
const textsOnly = { disableFileAccess: true, disableUrlAccess: true }

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...textsOnly })

export interface Outbox {
  /**
   * Keeps a message as .eml and sends it.
   * @throws ApiError 502 where the mail server does not take it; then no file stays.
   */
  post(mail: Mail): Promise<void>
}

/**
 * The outbox of an installation: files in `folder`, and a mail server at `smtpUrl` unless that is null.
 * @param outside told how that goes.
 */
export function createOutbox(
  folder: string,
  smtpUrl: string | null,
  outside: Outside,
  limits = defaultLimits,
): Outbox {
  const server =
    smtpUrl === null
      ? null
      : createTransport({
          url: smtpUrl,
          connectionTimeout: limits.connect,
          greetingTimeout: limits.connect,
          socketTimeout: limits.all,
          socketCloseTimeout: 0,
          ...textsOnly,
        })
  const connection =
    server && smtpUrl !== null
      ? outside.connect({
          key: 'smtp',
          origins: [originOf(smtpUrl)],
          probe: async () => {
            await connection?.attempt(() => server.verify())
          },
        })
      : null
  return {
    post: async (mail) => {
      const { envelope, content } = await compose(mail)
      const file = await keep(folder, content)
      if (!server || !connection) return
      try {
        await connection.attempt(
          () => server.sendMail({ envelope, raw: content, signal: AbortSignal.timeout(limits.all) }),
          outcomeOf,
        )
      } catch (error) {
        await rm(file, { force: true })
        throw mailUnavailable(error)
      }
    },
  }
}

/** Where a mail server is, without name and password. */
const originOf = (url: string): string => {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** A mail server that refuses a message or a recipient is there (RFC 5321, 4.2.1); one that refuses us fails. */
const outcomeOf = (error: unknown): Outcome =>
  error instanceof Error && 'responseCode' in error && 'code' in error && error.code !== 'EAUTH'
    ? 'well'
    : 'failed'

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
async function keep(folder: string, content: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`)
  await writeFile(file, content, { mode: 0o600, flag: 'wx' })
  return file
}

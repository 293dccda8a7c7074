/** Outgoing mail: composed as MIME, stored as a file, and handed to the mail server where there is one. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text as wholeText } from 'node:stream/consumers'
import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import type { Person } from '../../../src/contract/fields'
import type { OpenDatabase } from '../../db/dialects'
import { plainText } from '../../kit/richText'
import { newKey, type FileStore } from '../files'
import { spool } from '../files/spool'
import type { ExternalSystems } from '../outside'
import type { Outcome } from '../outside/breaker'
import type { InvitationMethod } from './calendarFile'
import { defaultLimits, verifySmtp, sendBySmtp, textsOnly, type Limits } from './smtp'
import type { RepliedMessage, Attachment, Store } from './index'
import { headerName, peopleAt } from './people'
import { createQueue } from './queue'

export interface Mail {
  from: Person
  to: readonly Person[]
  /** The recipients of visible copies (cc) and of hidden ones (bcc), which are in no header. */
  cc?: readonly Person[]
  bcc?: readonly Person[]
  subject: string
  /** Sanitized HTML. */
  text: string
  attachments?: readonly Attachment[]
  /** Its Message-ID, without the angle brackets. */
  message_id: string
  /** The message being answered, if any. */
  answered: RepliedMessage | null
  invitation?: { method: InvitationMethod; content: string }
}

/** A unique Message-ID (RFC 5322, 3.6.4). */
export const newMessageId = ({ email }: Person): string =>
  `${randomUUID()}@${domainToASCII(email.slice(email.lastIndexOf('@') + 1)) || 'citygate.invalid'}`

/** Puts a message together while it is read: with files, it is never in memory whole. */
const composer = createTransport({ streamTransport: true, newline: 'windows', ...textsOnly })

export interface Outbox {
  /**
   * Composes a message. The returned function queues it, in the transaction of the change that it reports; without a
   * mail server, stores it as .eml.
   */
  post(mail: Mail): Promise<Store>
  /** Starts a run now. */
  wake(): void
  /** Waits for the current attempt to end. */
  stop(): Promise<void>
}

interface OutboxParts {
  /** The folder of .eml files. */
  folder: string
  smtpUrl: string | null
  /** The address from which all SMTP mail is sent. */
  sender: string
  /** Recipients of all mail, instead of its own; none: its own. */
  fixedRecipients: readonly string[]
  database: OpenDatabase
  /** Where the files of messages lie, and what waits to be sent with some. */
  files: FileStore
  outside: ExternalSystems
  /** Called with the error of each failed attempt. */
  log: (error: unknown) => void
  limits?: Limits
}

/** The outbox of an installation: files, or a mail server at `smtpUrl`; it sends nothing before it is first woken. */
export function createOutbox({
  folder,
  smtpUrl,
  sender,
  fixedRecipients,
  files,
  limits = defaultLimits,
  ...parts
}: OutboxParts): Outbox {
  const isFixed = fixedRecipients.length > 0
  const addressed = (mail: Mail): Mail =>
    isFixed ? { ...mail, to: peopleAt(fixedRecipients), cc: [], bcc: [] } : mail
  if (smtpUrl === null)
    return {
      post: async (mail) => {
        const { message } = await compose(addressed(mail), address(mail.from), files)
        if (!mail.attachments?.length) {
          const content = await buffer(message)
          return () => keep(folder, content)
        }
        const name = newName()
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await spool(message, folder, name + unfinished)
        let isKept = false
        return async () => {
          // The transaction may be retried.
          if (!isKept) await rename(path.join(folder, name + unfinished), path.join(folder, name))
          isKept = true
        }
      },
      wake: () => void removeUnfinished(folder).catch(parts.log),
      stop: () => Promise.resolve(),
    }
  const connection = parts.outside.connect({
    key: 'smtp',
    origins: [originOf(smtpUrl)],
    probe: async () => {
      await connection.attempt(() => verifySmtp(smtpUrl, limits))
    },
    waiting: () => queue.waiting(),
  })
  const queue = createQueue({
    ...parts,
    longest: ({ content_size }) => limits.all + timeFor(content_size ?? 0) + limits.taken,
    postmaster: (author) => ({
      id: null,
      email: `mailer-daemon@${author.email.slice(author.email.lastIndexOf('@') + 1)}`,
      first_name: 'Mail delivery',
      last_name: null,
    }),
    send: async ({ sender, recipients: queued, content, content_key, content_size }) => {
      // Mail queued before the setting goes to the fixed recipients as well.
      const recipients = isFixed ? fixedRecipients : queued
      const raw = content_key === null ? content : await files.read(content_key)
      try {
        const envelope = { from: sender, to: [...recipients] }
        const emails = await connection.attempt(
          () =>
            sendBySmtp(
              smtpUrl,
              { envelope, raw },
              { ...limits, all: limits.all + timeFor(content_size ?? 0) },
            ),
          outcomeOf,
        )
        return { emails, why: 'The mail server refused these recipients.' }
      } catch (error) {
        const answer = answerOf(error)
        if (answer === null || answer.status < 500) throw error
        return { emails: recipients, why: `The mail server refused it: ${answer.text}` }
      } finally {
        // It may not have been read to its end.
        if (raw instanceof Readable) raw.destroy()
      }
    },
  })
  return {
    post: async (mail) => {
      const { envelope, message } = await compose(addressed(mail), onBehalfOf(mail.from, sender), files)
      const outgoing = {
        message_id: mail.message_id,
        author: mail.from.id,
        subject: mail.subject,
        sender,
        recipients: envelope.to,
        ...(mail.attachments?.length ? await storedContent(files, message) : await heldContent(message)),
      }
      return (write) => queue.enqueue(write, outgoing)
    },
    wake: queue.wake,
    stop: queue.stop,
  }
}

/** Milliseconds for a message to go out, beyond what a short one may take: 100,000 bytes a second. */
const timeFor = (bytes: number): number => bytes / 100

/** A message that waits in the database. */
const heldContent = async (message: Readable) => ({
  content: await wholeText(message),
  content_key: null,
  content_size: null,
})

/** A message with files, which waits in the file store. */
async function storedContent(files: FileStore, message: Readable) {
  const content_key = newKey()
  return { content: '', content_key, content_size: await files.put(content_key, message) }
}

/** The address of a mail server, without name and password. */
const originOf = (url: string): string => {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** A mail server's answer to a message or a recipient (RFC 5321, 4.2); null where there was none. */
function answerOf(error: unknown): { status: number; text: string } | null {
  if (typeof error !== 'object' || error === null || !('responseCode' in error)) return null
  const code = 'code' in error ? error.code : undefined
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const text = 'response' in error && typeof error.response === 'string' ? error.response : ''
  return isOfMessage && typeof error.responseCode === 'number'
    ? { status: error.responseCode, text: text.slice(0, 500) }
    : null
}

/** A mail server that refuses a message or a recipient works; one that refuses the connection fails. */
const outcomeOf = (error: unknown): Outcome => (answerOf(error) === null ? 'failed' : 'well')

/** The sender of a mail sent by a mail server. */
interface Sender {
  name: string
  address: string
  replyTo?: Recipient
}

/** The installation's own address, since the mail server may not allow others; replies go to the user (TRUST-42). */
function onBehalfOf(person: Person, sender: string): Sender {
  const name = headerName(person)
  return {
    name: person.id === null ? name : `${name} via Citygate`.trimStart(),
    address: sender,
    ...(person.email !== sender && { replyTo: address(person) }),
  }
}

async function compose(
  { to, cc = [], bcc = [], subject, text, attachments = [], message_id, answered, invitation }: Mail,
  { replyTo, ...from }: Sender,
  files: FileStore,
) {
  const { envelope, message } = await composer.sendMail({
    from,
    ...(replyTo && { replyTo }),
    to: to.map(address),
    cc: cc.map(address),
    // The composer would write hidden recipients into a header: they are in the envelope alone.
    envelope: { from: from.address, to: [...to, ...cc, ...bcc].map(({ email }) => email) },
    subject,
    html: text,
    text: plainText(text),
    messageId: bracketed(message_id),
    ...(answered ? headersOf(answered) : {}),
    ...(invitation ? { icalEvent: { ...invitation, filename: 'invitation.ics' } } : {}),
    ...(attachments.length > 0 && { attachments: attachments.map((file) => partOf(file, files)) }),
  })
  if (!(message instanceof Readable)) throw new Error('The message has been put together in memory.')
  return { envelope, message }
}

/** A file as a part of a message; it is not opened before it is its turn. */
const partOf = ({ key, filename, media_type }: Attachment, files: FileStore) => ({
  filename,
  content: Readable.from(contentOf(key, files), { objectMode: false }),
  // An attached multipart or message type would be parsed as a part of this message.
  contentType: /^(multipart|message)\//.test(media_type) ? 'application/octet-stream' : media_type,
  contentTransferEncoding: 'base64' as const,
  contentDisposition: 'attachment' as const,
})

async function* contentOf(key: string, files: FileStore) {
  yield* (await files.read(key)) as AsyncIterable<Buffer>
}

const bracketed = (messageId: string) => `<${messageId}>`

/** The headers by which other mail programs thread a reply; the ends of a long conversation are enough. */
const headersOf = ({ message_id, thread }: RepliedMessage) => ({
  inReplyTo: bracketed(message_id),
  references: [...new Set([thread, message_id])].map(bracketed),
})

interface Recipient {
  name: string
  address: string
}

const address = (person: Person): Recipient => ({ name: headerName(person), address: person.email })

/** A unique file name; the newest sorts last. */
const newName = () => `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`

/** Writes a message to a private file; the newest name sorts last. */
async function keep(folder: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path.join(folder, newName()), content, { mode: 0o600, flag: 'wx' })
}

/** At the end of the name of a message that is not known to be sent yet. */
const unfinished = '.part'
/** Milliseconds after which one will not be. */
const longestUnfinished = 3_600_000

/** Removes the messages that could not be recorded after they had been put together. */
async function removeUnfinished(folder: string): Promise<void> {
  // It is made with the first message.
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    if (name.endsWith(unfinished) && Date.now() - (await stat(file)).mtimeMs > longestUnfinished)
      await rm(file, { force: true })
  }
}

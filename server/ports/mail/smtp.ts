/** Hands one message to a mail server, with a short timeout until the message is sent, and then a long one. */
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'

/** Milliseconds (TRUST-26). */
export interface Limits {
  connect: number
  /** Until the message is sent, from the start. */
  all: number
  /**
   * From then on, until the server accepts it. Some servers scan a message before that, and deliver it even if the
   * connection has been closed: a client with a short timeout sends it again and again (RFC 5321, 4.5.3.2.6).
   */
  taken: number
}

export const defaultLimits: Limits = { connect: 3_000, all: 10_000, taken: 300_000 }

/** Contents come from texts alone: a message never reads files or addresses. */
export const textsOnly = { disableFileAccess: true, disableUrlAccess: true }

/** @param silence milliseconds without data from the server. */
const connectTo = (url: string, { connect }: Limits, silence: number) =>
  createTransport({
    url,
    connectionTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: silence,
    socketCloseTimeout: 0,
    ...textsOnly,
  })

/** Checks whether a mail server accepts the connection and credentials. */
export const verifySmtp = (url: string, limits: Limits): Promise<true> =>
  connectTo(url, limits, limits.all).verify()

/** @returns the recipients that the server refused. */
export async function sendBySmtp(
  url: string,
  message: { envelope: { from: string; to: string[] }; raw: string | Readable },
  limits: Limits,
): Promise<string[]> {
  const abort = new AbortController()
  const giveUpAfter = (limit: number) => setTimeout(() => abort.abort(), limit)
  let clock = giveUpAfter(limits.all)
  const server = connectTo(url, limits, limits.taken)
  server.use('stream', (mail, done) => {
    mail.message.processFunc((body) =>
      Readable.from(
        followed(body, () => {
          clearTimeout(clock)
          clock = giveUpAfter(limits.taken)
        }),
      ),
    )
    done()
  })
  try {
    const { rejected } = await server.sendMail({ ...message, signal: abort.signal })
    return rejected.map(String)
  } finally {
    clearTimeout(clock)
  }
}

/** The same stream, with a call at its end; the server requests it before it is read. */
async function* followed(body: AsyncIterable<unknown>, onEnd: () => void) {
  yield* body
  onEnd()
}

import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A message accepted by a mail server. */
export interface ReceivedMail {
  from: string
  to: string[]
  content: string
}

/** A mail server on this machine that keeps accepted messages. */
export interface MailServer {
  url: string
  taken: ReceivedMail[]
  /** Recipients at this domain are refused. */
  refusedDomain: string
  close(): Promise<void>
}

const refusedDomain = 'refused.example'
const isSignInNotice = /^Subject: A new sign-in to your account\r?$/m

/**
 * Starts a mail server that speaks SMTP and requires the name and password in its address.
 * @param keepsSignInNotices whether it keeps what tells users of sign-ins, which nearly every test causes.
 */
export async function startMailServer({ keepsSignInNotices = false } = {}): Promise<MailServer> {
  const taken: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'citygate' && password === 's3cret') done(null, { user: username })
      else done(new Error('Wrong name or password'))
    },
    onRcptTo: ({ address }, _session, done) => {
      if (address.endsWith(`@${refusedDomain}`)) done(new Error('No such mailbox'))
      else done()
    },
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      buffer(stream).then(
        (bytes) => {
          const content = bytes.toString('utf8')
          if (keepsSignInNotices || !isSignInNotice.test(content))
            taken.push({
              from: mailFrom ? mailFrom.address : '',
              to: rcptTo.map(({ address }) => address),
              content,
            })
          done()
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://citygate:s3cret@127.0.0.1:${port}`,
    taken,
    refusedDomain,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  }
}

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { SecretsOptions } from '../../kit/crypto/secrets'
import { nameMailboxes } from '../../ports/mail/accounts'
import { openMail, type MailService } from '../../ports/mail/open'

declare module 'fastify' {
  interface FastifyInstance {
    mail: MailService
  }
}

/** Its background jobs run while the server listens. */
export const mail = fp(
  async (app: FastifyInstance, { secrets }: SecretsOptions) => {
    const { config, database, files, outside, log } = app
    const opened = openMail(config, database, secrets, files, outside, (err) =>
      log.warn({ err }, 'mail has to wait'),
    )
    app.decorate('mail', opened)
    app.addHook('onListen', async () => opened.wake())
    app.addHook('onListen', () =>
      nameMailboxes(database.db, config.mailService !== null).catch((err: unknown) => {
        log.warn({ err }, 'the addresses of mailboxes may be old')
      }),
    )
    app.addHook('onClose', () => opened.stop())
  },
  {
    name: 'citygate-mail',
    dependencies: ['citygate-configuration', 'citygate-database', 'citygate-files', 'citygate-outside'],
  },
)

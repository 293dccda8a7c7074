import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createChangeNotifier, createDueNotifier, createReminder } from '../../resources/dueNotifications'
import { createDigestMailer } from '../../resources/notificationDigest'

/** Tells users what comes with the time, and mails digests, while the server listens. */
export const notifications = fp(
  async (app: FastifyInstance) => {
    const logAs = (message: string) => (err: unknown) => app.log.warn({ err }, message)
    for (const job of [
      createChangeNotifier(app.database, logAs('what changes made due was not told')),
      createDueNotifier(app.database, logAs('what is due was not told')),
      createReminder(app.database, logAs('reminders have to wait')),
      createDigestMailer(app, logAs('digests of notifications have to wait')),
    ]) {
      app.addHook('onListen', () => job.wake())
      app.addHook('onClose', () => job.stop())
    }
  },
  { name: 'citygate-notifications', dependencies: ['citygate-market', 'citygate-mail'] },
)

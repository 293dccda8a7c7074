import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config'
import { placeIn } from '../../db/dataDir'
import type { OpenDatabase } from '../../db/dialect'
import type { Secrets } from '../../sessions/secrets'
import type { Outside } from '../outside'
import { builtInMail } from './builtIn'
import { consentRoutes } from './consent.routes'
import { withFixedRecipients } from './fixedRecipients'
import type { MailProvider } from './index'
import { openNylas } from './nylas/open'
import { webhookRoutes } from './nylas/webhook.routes'
import { createOutbox, type Outbox } from './outgoing'
import { connectionStates } from './states'

/** The installation's mail: who provides it, and where its own mail goes. */
export interface MailService {
  provider: MailProvider
  /** Where the installation's own mail goes. */
  outbox: Outbox
  /** What the provider answers by itself: a page of consent, or a service that tells of changes. */
  routes(app: FastifyInstance): Promise<void>
  /** Looks now whether something waits to be done. */
  wake(): void
  /** Lets what is under way come to its end. */
  stop(): Promise<void>
}

/** Opens the mail that the configuration names. */
export function openMail(
  { dataDir, smtpUrl, mailFixedRecipients: fixedRecipients, mailService }: Config,
  database: OpenDatabase,
  secrets: Secrets,
  outside: Outside,
  log: (error: unknown) => void,
): MailService {
  const outbox = createOutbox({
    folder: placeIn(dataDir, 'mail'),
    smtpUrl,
    fixedRecipients,
    database,
    outside,
    log,
  })
  const addressed = (provider: MailProvider) =>
    fixedRecipients.length > 0 ? withFixedRecipients(provider, database, fixedRecipients) : provider
  if (mailService === null) {
    const states = connectionStates(secrets)
    return {
      provider: addressed(builtInMail(database, outbox, states)),
      routes: (app) => consentRoutes(app, states),
      outbox,
      wake: outbox.wake,
      stop: outbox.stop,
    }
  }
  const { provider, keeper } = openNylas({
    account: mailService,
    database,
    secrets,
    outside,
    keepsParticipants: fixedRecipients.length > 0,
    log,
  })
  return {
    provider: addressed(provider),
    routes: (app) => webhookRoutes(app, mailService.webhookSecret, keeper.tell),
    outbox,
    wake: () => {
      outbox.wake()
      keeper.wake()
    },
    stop: async () => {
      await Promise.all([outbox.stop(), keeper.stop()])
    },
  }
}

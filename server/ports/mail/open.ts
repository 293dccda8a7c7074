import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config'
import { pathInDataDir } from '../../db/dataDir'
import type { OpenDatabase } from '../../db/dialects'
import type { Secrets } from '../../kit/crypto/secrets'
import type { FileStore } from '../files'
import type { ExternalSystems } from '../outside'
import { builtInMail } from './builtIn'
import { consentRoutes } from './consent.routes'
import { withFixedRecipients } from './fixedRecipients'
import type { MailProvider } from './index'
import { openNylas } from './nylas/open'
import { webhookRoutes } from './nylas/webhook.routes'
import { createOutbox, type Outbox } from './outgoing'
import { connectionStates } from './states'

/** The installation's mail: its provider, and its outgoing mail. */
export interface MailService {
  provider: MailProvider
  /** The installation's outgoing mail. */
  outbox: Outbox
  /** The provider's own routes: a page of consent, or webhooks. */
  routes(app: FastifyInstance): Promise<void>
  /** Starts a run of the background jobs now. */
  wake(): void
  /** Waits for the current work to end. */
  stop(): Promise<void>
}

/** Opens the configured mail. */
export function openMail(
  { dataDir, smtpUrl, mailFrom: sender, mailFixedRecipients: fixedRecipients, mailService }: Config,
  database: OpenDatabase,
  secrets: Secrets,
  files: FileStore,
  outside: ExternalSystems,
  log: (error: unknown) => void,
): MailService {
  const outbox = createOutbox({
    folder: pathInDataDir(dataDir, 'mail'),
    smtpUrl,
    sender,
    fixedRecipients,
    database,
    files,
    outside,
    log,
  })
  const addressed = (provider: MailProvider) =>
    fixedRecipients.length > 0 ? withFixedRecipients(provider, database, fixedRecipients) : provider
  if (mailService === null) {
    const states = connectionStates(secrets, database.clock)
    return {
      provider: addressed(builtInMail(database, outbox, states)),
      routes: (app) => consentRoutes(app, states),
      outbox,
      wake: outbox.wake,
      stop: outbox.stop,
    }
  }
  const { provider, syncWorker } = openNylas({
    account: mailService,
    database,
    secrets,
    files,
    outside,
    keepsParticipants: fixedRecipients.length > 0,
    log,
  })
  return {
    provider: addressed(provider),
    routes: (app) => webhookRoutes(app, mailService.webhookSecret, syncWorker.enqueueWebhook),
    outbox,
    wake: () => {
      outbox.wake()
      syncWorker.wake()
    },
    stop: async () => {
      await Promise.all([outbox.stop(), syncWorker.stop()])
    },
  }
}

import path from 'node:path'
import type { Config } from '../../config'
import type { OpenDatabase } from '../../db/dialect'
import type { Secrets } from '../../sessions/secrets'
import { builtInMail } from './builtIn'
import type { MailProvider } from './index'
import { createOutbox, type Outbox } from './outgoing'
import type { Outside } from '../outside'
import { connectionStates, type ConnectionStates } from './states'

/** The installation's mail: who provides it, and what the browser carries there and back. */
export interface MailService {
  provider: MailProvider
  states: ConnectionStates
  /** Where the installation's own mail goes. */
  outbox: Outbox
}

/** Opens the mail that the configuration names. */
export function openMail(
  { dataDir, smtpUrl }: Config,
  database: OpenDatabase,
  secrets: Secrets,
  outside: Outside,
  log: (error: unknown) => void,
): MailService {
  const outbox = createOutbox({ folder: path.join(dataDir, 'mail'), smtpUrl, database, outside, log })
  return { provider: builtInMail(database, outbox), states: connectionStates(secrets), outbox }
}

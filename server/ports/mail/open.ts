import type { Config } from '../../config'
import type { OpenDatabase } from '../../db/dialect'
import type { Secrets } from '../../sessions/secrets'
import { builtInMail } from './builtIn'
import type { MailProvider } from './index'
import { connectionStates, type ConnectionStates } from './states'

/** The installation's mail: who provides it, and what the browser carries there and back. */
export interface MailService {
  provider: MailProvider
  states: ConnectionStates
}

/** Opens the mail that the configuration names. */
export const openMail = (config: Config, database: OpenDatabase, secrets: Secrets): MailService => ({
  provider: builtInMail(database, config),
  states: connectionStates(secrets),
})

import type { OpenDatabase } from '../../../db/dialect'
import type { Secrets } from '../../../sessions/secrets'
import type { Outside } from '../../outside'
import type { MailProvider } from '../index'
import { accountStore } from './accounts'
import { createNylas, type NylasAccount } from './api'
import { createKeeper, type Keeper } from './keeper'
import { nylasMail } from './provider'
import { connectionRequests } from './requests'

interface Parts {
  account: NylasAccount
  database: OpenDatabase
  secrets: Secrets
  outside: Outside
  /** Told of what fails in the background. */
  log: (error: unknown) => void
}

/** Opens the service that an installation has an account at. */
export function openNylas({ account, database, secrets, outside, log }: Parts): {
  provider: MailProvider
  keeper: Keeper
} {
  const api = createNylas(account, outside)
  const accounts = accountStore(database, secrets)
  return {
    provider: nylasMail({ api, database, accounts, requests: connectionRequests(database, secrets) }),
    keeper: createKeeper({ api, database, accounts, log }),
  }
}

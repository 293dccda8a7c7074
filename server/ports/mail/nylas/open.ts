import type { OpenDatabase } from '../../../db/dialect'
import type { Secrets } from '../../../sessions/secrets'
import type { Outside } from '../../outside'
import type { MailProvider } from '../index'
import { accountStore } from './accounts'
import { createNylas, type NylasAccount } from './api'
import { createKeeper, type Keeper } from './keeper'
import { looking } from './look'
import { nylasMail } from './provider'
import { connectionRequests } from './requests'
import { usingAccounts } from './using'

interface Parts {
  account: NylasAccount
  database: OpenDatabase
  secrets: Secrets
  outside: Outside
  /** Whether the participants of events there are others than here, so that they never count here. */
  keepsParticipants: boolean
  /** Told of what fails in the background. */
  log: (error: unknown) => void
}

/** Opens the service that an installation has an account at. */
export function openNylas({ account, database, secrets, outside, keepsParticipants, log }: Parts): {
  provider: MailProvider
  keeper: Keeper
} {
  const api = createNylas(account, outside)
  const accounts = accountStore(database, secrets)
  const using = usingAccounts(api, accounts)
  const look = looking({ api, database, using, keepsParticipants, log })
  const requests = connectionRequests(database, secrets)
  return {
    provider: nylasMail({ api, database, accounts, requests, using }),
    keeper: createKeeper({ api, database, accounts, look, isTold: account.webhookSecret !== null, log }),
  }
}

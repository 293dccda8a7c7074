import type { OpenDatabase } from '../../../db/dialects'
import type { Secrets } from '../../../kit/crypto/secrets'
import type { FileStore } from '../../files'
import type { ExternalSystems } from '../../outside'
import type { MailProvider } from '../index'
import { accountStore } from './accounts'
import type { NylasAccount } from '../../../config'
import { createNylas } from './api'
import { createSyncWorker, type SyncWorker } from './syncWorker'
import { createAccountSync } from './accountSync'
import { nylasMail } from './provider'
import { connectionRequests } from './requests'
import { usingAccounts } from './using'

interface Parts {
  account: NylasAccount
  database: OpenDatabase
  secrets: Secrets
  /** Where the files of messages lie that are sent. */
  files: FileStore
  outside: ExternalSystems
  /** Whether external events have other participants than here, which are therefore ignored. */
  keepsParticipants: boolean
  /** Called with failures in the background. */
  log: (error: unknown) => void
}

/** Connects to the service at which an installation has an account. */
export function openNylas({ account, database, secrets, files, outside, keepsParticipants, log }: Parts): {
  provider: MailProvider
  syncWorker: SyncWorker
} {
  const api = createNylas(account, outside)
  const accounts = accountStore(database, secrets)
  const using = usingAccounts(api, accounts)
  const accountSync = createAccountSync({ api, database, using, keepsParticipants, log })
  const requests = connectionRequests(database, secrets)
  return {
    provider: nylasMail({ api, database, files, accounts, requests, using }),
    syncWorker: createSyncWorker({
      api,
      database,
      accounts,
      accountSync,
      receivesWebhooks: account.webhookSecret !== null,
      log,
    }),
  }
}

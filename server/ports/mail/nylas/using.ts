import { notConnected } from '../accounts'
import type { AccountStore, MailAccount, GrantedAccount } from './accounts'
import { errorResponseOf, type Grant, type Nylas } from './api'

/** Makes a call for an account. */
export type RunWithGrant = <T>(
  account: MailAccount | null,
  work: (account: GrantedAccount) => Promise<T>,
) => Promise<T>

/**
 * Makes calls with the grants of accounts. A grant that the service refuses for good is marked, so that its owner is
 * offered to reconnect; the caller stays signed in (TRUST-26).
 * @throws ApiError 409 where it has to be reconnected, else the error of the call.
 */
export function usingAccounts(api: Nylas, accounts: AccountStore): RunWithGrant {
  /** Whether the service has refused the grant, rather than the API key or the request. */
  const isRefused = async (grant: Grant, status: number | undefined): Promise<boolean> => {
    if (status !== 401 && status !== 403 && status !== 404) return false
    const standing = await api.standing(grant).catch(() => 'unknown')
    return standing === 'expired' || standing === 'gone' || (standing === 'valid' && status === 401)
  }
  return async (account, work) => {
    if (!account || account.isExpired || account.grant === null) throw notConnected()
    const { grant } = account
    try {
      return await work({ ...account, grant })
    } catch (error) {
      if (!(await isRefused(grant, errorResponseOf(error)?.status))) throw error
      await accounts.expire(account.id)
      throw notConnected()
    }
  }
}

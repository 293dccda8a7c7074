import { useCallback } from 'react'
import { accountsApi } from '../../api/usersApi'
import type { UserStatus } from '../../contract/users'

/** Number of accounts with a status, independent of the list, with a refetch function. */
export const useStatusCounted = (status: UserStatus) => {
  const { data, refetch } = accountsApi.list.useQuery({
    status,
    q: '',
    limit: 0,
    offset: 0,
    ordering: 'username',
  })
  return { count: data?.count, readAgain: useCallback(() => void refetch(), [refetch]) }
}

/** Number of waiting accounts with an unconfirmed email; undefined until loaded. */
export const useUnconfirmedCount = (): number | undefined =>
  accountsApi.list.useQuery({
    status: 'waiting',
    is_email_confirmed: 'false',
    q: '',
    limit: 0,
    offset: 0,
    ordering: 'username',
  }).data?.count

/** Number of accounts with a status; undefined until loaded. */
export const useStatusCount = (status: UserStatus) => useStatusCounted(status).count

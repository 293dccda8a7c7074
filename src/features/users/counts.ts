import { useCallback } from 'react'
import { accountsApi } from '../../api/usersApi'
import type { UserStatus } from '../../contract/users'

/** How many accounts there are of a status, whatever the list shows, and how to ask again. */
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

/** The same, undefined until it is known. */
export const useStatusCount = (status: UserStatus) => useStatusCounted(status).count

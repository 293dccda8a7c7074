import { useAppSelector } from '../../api/kit/hooks'
import { accountsApi } from '../../api/usersApi'
import { selectCurrentUser, selectIdentity } from '../../store/currentUser'

/**
 * Whether the signed-in user gives roles and rights to a user, as the server has it: administrators do to others; where there is
 * none yet, users of the team who lack no right, to all (ROLE-4). Undefined until that is known.
 */
export const useGivesRoles = (isOwn: boolean): boolean | undefined => {
  const isAdministrator = useAppSelector(selectCurrentUser)?.role === 'administrator'
  const who = useAppSelector(selectIdentity)
  const { data, error } = accountsApi.list.useQuery(
    { role: 'administrator', is_active: 'true', q: '', limit: 0, offset: 0, ordering: 'username' },
    { skip: isAdministrator },
  )
  if (isAdministrator) return !isOwn
  if (!data && !error) return undefined
  return data?.count === 0 && who?.withheld.length === 0
}

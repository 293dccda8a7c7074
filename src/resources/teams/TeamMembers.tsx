import { useRows } from '../../api/kit/hooks'
import { accountsApi } from '../../api/usersApi'

const Member = ({ id }: { id: number }) => {
  accountsApi.row.useQuerySubscription(id)
  return null
}

/** The user names of a team's members. */
export const TeamMembers = ({ ids }: { ids: readonly number[] }) => {
  const names = useRows('users', ids).map(({ username }) => username)
  return (
    <>
      {ids.map((id) => (
        <Member key={id} id={id} />
      ))}
      {names.sort((a, b) => a.localeCompare(b)).join(', ')}
    </>
  )
}

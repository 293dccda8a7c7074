import { usePermission } from '../../api/kit/hooks'
import { RecordBars } from '../../resources/kit/RecordPage'
import { titleOf } from '../../resources/kit/resourceView'
import { users } from '../../resources/users/resource'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { LinkButton } from '../../ui/page/LinkButton'
import { PageHeader } from '../../ui/page/PageHeader'
import { UserList } from './UserList'

/** /mpg/users: for the provider's team; other users get a message (AUTH-16). */
export const Page = () => {
  const { isAllowed, reason } = usePermission('users', 'create')
  if (isAllowed) return <UserList />
  return (
    <>
      <PageHeader title={titleOf(users)} />
      {reason === null ? (
        <RecordBars />
      ) : (
        <EmptyState
          title={reason}
          hint="Ask an administrator where something about an account has to change."
        >
          <LinkButton to="/">Back to the opportunities</LinkButton>
        </EmptyState>
      )}
    </>
  )
}

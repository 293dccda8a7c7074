import { Link, useSearchParams } from 'react-router-dom'
import { userPaths } from '../../records/users/paths'
import { formatNumber } from '../../ui/value/numbers'
import { useStatusCount } from './counts'

/** Above the list: those who wait for somebody of the team, who come first whatever the list is sorted by. */
export const WaitingNotice = () => {
  const count = useStatusCount('waiting') ?? 0
  const [search] = useSearchParams()
  const isShown = count > 0 && search.get('status') !== 'waiting'
  return (
    <div role="status">
      {isShown && (
        <p className="users-waiting">
          {count === 1 ? 'One account waits' : `${formatNumber(count)} accounts wait`} for approval.{' '}
          <Link to={`${userPaths.list}?status=waiting`}>Show who</Link>
        </p>
      )}
    </div>
  )
}

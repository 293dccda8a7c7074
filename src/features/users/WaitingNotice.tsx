import { Link, useSearchParams } from 'react-router-dom'
import { userPaths } from '../../resources/users/paths'
import { Button } from '../../ui/antd/Button'
import { Notice } from '../../ui/feedback/Notice'
import { formatNumber } from '../../ui/value/numbers'
import { useStatusCount, useUnconfirmedCount } from './counts'

/** Above the list: the number of waiting accounts, and of those with an unconfirmed email (TRUST-43). */
export const WaitingNotice = ({ refuse }: { refuse: () => void }) => {
  const count = useStatusCount('waiting') ?? 0
  const unconfirmed = useUnconfirmedCount() ?? 0
  const [search] = useSearchParams()
  const isTold = count > 0 && search.get('status') !== 'waiting'
  return (
    <div role="status">
      {(isTold || unconfirmed > 0) && (
        <Notice className="users-waiting">
          {isTold && (
            <p>
              {count === 1 ? 'One account waits' : `${formatNumber(count)} accounts wait`} for approval.{' '}
              <Link to={`${userPaths.list}?status=waiting`}>Show who</Link>
            </p>
          )}
          {unconfirmed > 0 && (
            <p>
              {unconfirmed === 1
                ? 'The email of one is not confirmed.'
                : `The emails of ${formatNumber(unconfirmed)} are not confirmed.`}{' '}
              <Button size="small" danger onClick={refuse}>
                Refuse all unconfirmed
              </Button>
            </p>
          )}
        </Notice>
      )}
    </div>
  )
}

import { useAppSelector } from '../../api/kit/hooks'
import { selectHasDrafts } from '../../store/drafts'
import { Notice } from '../../ui/feedback/Notice'

/** Says that the server has ended the session of this tab, and that what was typed is kept (TRUST-32). */
export const SessionEnded = () => {
  const isLost = useAppSelector(({ sessionEnd }) => sessionEnd === 'lost')
  const hasDrafts = useAppSelector(selectHasDrafts)
  if (!isLost) return null
  return (
    <div role="status">
      <Notice>
        <p>Your session has ended. Sign in again to go on where you were.</p>
        {hasDrafts && <p>What you had typed is kept, and is back once you have signed in.</p>}
      </Notice>
    </div>
  )
}

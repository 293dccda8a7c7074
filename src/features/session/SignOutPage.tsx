import { Navigate, useNavigate } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import { useSignOutMutation } from '../../api/sessionApi'
import { selectSignedIn } from '../../store/session'
import { LightPage } from '../../ui/page/LightPage'
import { isFirstEntry } from '../../ui/page/historyIndex'

/** /logout and /account/logout (AUTH-11). */
export const Page = () => {
  const signedIn = useAppSelector(selectSignedIn)
  const [signOut] = useSignOutMutation()
  const navigate = useNavigate()

  if (!signedIn) return <Navigate to="/login" replace />

  return (
    <LightPage title="Are you sure you want to sign out?">
      <div className="row">
        <button
          type="button"
          className="light-button light-button-main"
          onClick={() => void signOut(undefined)}
        >
          Sign Out
        </button>
        <button
          type="button"
          className="light-button"
          onClick={() => void (isFirstEntry() ? navigate('/') : navigate(-1))}
        >
          Cancel
        </button>
      </div>
    </LightPage>
  )
}

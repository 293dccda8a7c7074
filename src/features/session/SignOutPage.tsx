import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { useAppSelector } from '../../api/hooks'
import { useSignOutMutation } from '../../api/sessionApi'
import { selectSignedIn } from '../../store/session'
import { LightPage } from './LightPage'

/** The key of the place at which a visit begins. */
const firstKey = 'default'

/** /logout and /account/logout (AUTH-11). */
export const Page = () => {
  const signedIn = useAppSelector(selectSignedIn)
  const [signOut] = useSignOutMutation()
  const { key } = useLocation()
  const navigate = useNavigate()

  if (!signedIn) return <Navigate to="/login" replace />

  return (
    <LightPage title="Are you sure you want to sign out?">
      <div className="light-actions">
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
          onClick={() => void (key === firstKey ? navigate('/') : navigate(-1))}
        >
          Cancel
        </button>
      </div>
    </LightPage>
  )
}

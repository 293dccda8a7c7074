import { useAppSelector } from '../../api/kit/hooks'
import { useSignOutMutation } from '../../api/sessionApi'
import { selectSignedIn } from '../../store/session'
import { Elsewhere, usePlace } from '../../ui/page/place'
import { LightPage } from '../../ui/page/LightPage'
import { isFirstPlace } from '../../ui/page/placeInHistory'

/** /logout and /account/logout (AUTH-11). */
export const Page = () => {
  const signedIn = useAppSelector(selectSignedIn)
  const [signOut] = useSignOutMutation()
  const { go, back } = usePlace()

  if (!signedIn) return <Elsewhere to="/login" />

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
        <button type="button" className="light-button" onClick={() => (isFirstPlace() ? go('/') : back())}>
          Cancel
        </button>
      </div>
    </LightPage>
  )
}

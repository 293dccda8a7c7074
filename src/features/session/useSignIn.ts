import { useAppDispatch } from '../../api/kit/hooks'
import { asApiError } from '../../api/kit/errors'
import { participantsApi } from '../../api/participantsApi'
import { useSignInMutation } from '../../api/sessionApi'
import type { Credentials } from '../../contract/session'
import { toastShown } from '../../store/toasts'

/** Says who has signed in, and starts loading the people that messages can go to (AUTH-9). */
export const useWelcome = () => {
  const dispatch = useAppDispatch()
  return (username: string) => {
    dispatch(toastShown({ kind: 'success', title: 'Login', text: `Successfully signed in as ${username}.` }))
    void dispatch(participantsApi.endpoints.participants.initiate(undefined, { subscribe: false }))
  }
}

/** Signs in by password. The page itself goes where it leads as soon as somebody is signed in. */
export const useSignIn = () => {
  const welcome = useWelcome()
  const [request, { error }] = useSignInMutation()

  const signIn = async (credentials: Credentials) => {
    const { data: username } = await request(credentials)
    if (username) welcome(username)
  }

  return { signIn, error: asApiError(error) }
}

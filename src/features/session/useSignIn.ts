import { useState } from 'react'
import type { ApiError } from '../../api/kit/errors'
import type { Credentials } from '../../contract/session'
import { useReception } from './reception'

/** Signs in by password. The page itself navigates as soon as a session exists. */
export const useSignIn = () => {
  const { ask } = useReception()
  const [error, setError] = useState<ApiError>()

  const signIn = async (credentials: Credentials) => {
    setError(undefined)
    const answer = await ask((calls) => calls.signIn(credentials))
    setError(answer.error)
  }

  return { signIn, error }
}

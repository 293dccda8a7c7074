import { useEffect, useRef } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useAppDispatch } from '../../api/kit/hooks'
import { installationApi } from '../../api/installationApi'
import { useCompleteSignInMutation } from '../../api/sessionApi'
import { signInPath } from '../../contract/session'
import { usePlace } from '../../ui/page/place'
import { requestUri } from './requestUri'
import { useWelcome } from './useSignIn'
import { wayBack } from './wayBack'

/**
 * Exchanges the directory's answer for a session, once. Where that fails, the page becomes the usual one again without
 * a word; what happened stands in the console (AUTH-6).
 */
export const DirectoryReturn = () => {
  const { search, go } = usePlace()
  const dispatch = useAppDispatch()
  const welcome = useWelcome()
  const [complete] = useCompleteSignInMutation()
  const begun = useRef(false)

  const exchange = async () => {
    const brought = new URLSearchParams(search)
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => brought.get(name))
    const { data: installation } = await dispatch(
      installationApi.endpoints.installation.initiate(undefined, { subscribe: false }),
    )
    const provider = installation?.directory?.provider
    if (!code || !provider) throw new Error(brought.get('error') ?? 'There is no directory here.')
    const { data: username, error } = await complete({
      provider,
      code,
      state: state ?? '',
      ...(iss ? { iss } : {}),
      requestUri: requestUri(),
    })
    if (!username) throw new Error(asApiError(error)?.detail ?? 'No answer.')
    welcome(username)
  }

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    exchange().catch((reason: unknown) => {
      // eslint-disable-next-line no-console -- nothing of it may show
      console.warn('Signing in through the directory has failed.', reason)
      const returnUrl = wayBack()
      const kept = returnUrl === null ? '' : `?${new URLSearchParams({ returnUrl }).toString()}`
      go(signInPath + kept, { replace: true })
    })
  })

  return <p role="status">Signing in…</p>
}

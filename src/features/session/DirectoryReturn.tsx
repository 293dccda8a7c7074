import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { installationApi } from '../../api/installationApi'
import { useAppDispatch } from '../../api/kit/hooks'
import { signInPath } from '../../contract/session'
import { keptReturnUrl } from './keptReturnUrl'
import { requestUri } from './returnUrl'
import { useSignIn } from './useSignIn'

/**
 * Exchanges the directory's return for a session, once. A failure shows the usual page without a message; the reason is
 * logged in the console (AUTH-6).
 */
export const DirectoryReturn = () => {
  const [brought] = useSearchParams()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const { byDirectory } = useSignIn()
  const begun = useRef(false)

  const exchange = async () => {
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => brought.get(name))
    const { data: installation } = await dispatch(
      installationApi.endpoints.installation.initiate(undefined, { subscribe: false }),
    )
    const provider = installation?.directory?.provider
    if (!code || !provider) throw new Error(brought.get('error') ?? 'There is no directory here.')
    const error = await byDirectory({
      provider,
      code,
      state: state ?? '',
      ...(iss ? { iss } : {}),
      requestUri: requestUri(),
    })
    if (error) throw new Error(error.detail)
  }

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    exchange().catch((reason: unknown) => {
      // eslint-disable-next-line no-console -- must not show in the page
      console.warn('Signing in through the directory has failed.', reason)
      const returnUrl = keptReturnUrl()
      const kept = returnUrl === null ? '' : `?${new URLSearchParams({ returnUrl }).toString()}`
      void navigate(signInPath + kept, { replace: true })
    })
  })

  return <p role="status">Signing in…</p>
}

import { useEffect, useRef } from 'react'
import { signInPath } from '../../contract/session'
import { usePlace } from '../../ui/page/place'
import { useReception } from './reception'
import { requestUri } from './returnUrl'
import { wayBack } from './wayBack'

/**
 * Exchanges the directory's return for a session, once. A failure shows the usual page without a message; the reason is
 * logged in the console (AUTH-6).
 */
export const DirectoryReturn = () => {
  const { search, go } = usePlace()
  const { ask } = useReception()
  const begun = useRef(false)

  const exchange = async () => {
    const brought = new URLSearchParams(search)
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => brought.get(name))
    const { data: installation } = await ask((calls) => calls.installation())
    const provider = installation?.directory?.provider
    if (!code || !provider) throw new Error(brought.get('error') ?? 'There is no directory here.')
    const { error } = await ask((calls) =>
      calls.completeSignIn({
        provider,
        code,
        state: state ?? '',
        ...(iss ? { iss } : {}),
        requestUri: requestUri(),
      }),
    )
    if (error) throw new Error(error.detail)
  }

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    exchange().catch((reason: unknown) => {
      // eslint-disable-next-line no-console -- must not show in the page
      console.warn('Signing in through the directory has failed.', reason)
      const returnUrl = wayBack()
      const kept = returnUrl === null ? '' : `?${new URLSearchParams({ returnUrl }).toString()}`
      go(signInPath + kept, { replace: true })
    })
  })

  return <p role="status">Signing in…</p>
}

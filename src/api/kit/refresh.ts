import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import { refreshRequest, type TokenAnswer } from '../../contract/session'
import {
  selectSession,
  tokensFrom,
  tokensRotated,
  type Session,
  type SessionState,
  type Tokens,
} from '../../store/session'
import type { ApiError } from './errors'
import { send } from './http'

/** The result of a refresh: new tokens, an ended session, or an unreachable server. */
export type RefreshResult =
  | { outcome: 'fresh'; access: string }
  | { outcome: 'over' }
  | { outcome: 'unanswered'; error: ApiError }

/** The browser dependencies of a refresh; tests replace them. */
export interface RefreshDependencies {
  /** The session as last stored by any tab. */
  readLatest: () => Session | null
  /** Stores new tokens before they are used. */
  storeTokens: (key: string, tokens: Tokens) => void
  /** Flushes the store's session at once, so that the next tab in the lock's queue reads it. */
  flush: () => Promise<unknown>
  /** Missing where the page is not served over a secure connection: then only this tab's refreshes are serialized. */
  locks: Pick<LockManager, 'request'> | undefined
}

/** Shared by all calls of one store: at most one refresh is pending (AUTH-12). */
export type Refresh = (api: BaseQueryApi, staleAccess: string) => Promise<RefreshResult>

const timeout = 15_000

/** Busy or broken servers say nothing about the session; only a refusal ends it (TRUST-7). */
const isRefusal = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 408 && status !== 429

const isTokenAnswer = (data: unknown): data is TokenAnswer => {
  const { access, refresh, expires_in } = (data ?? {}) as Partial<TokenAnswer>
  return !!access && !!refresh && typeof expires_in === 'number'
}

export const createRefresh = ({ readLatest, storeTokens, flush, locks }: RefreshDependencies): Refresh => {
  const pending = new Map<string, Promise<RefreshResult>>()

  const current = (api: BaseQueryApi) => selectSession(api.getState() as { session: SessionState })

  const exchange = async (api: BaseQueryApi, { key, tokens }: Session): Promise<RefreshResult> => {
    const { signal } = new AbortController()
    const { data, error } = await send(
      { url: refreshRequest.path, method: 'POST', body: { refresh: tokens.refresh }, timeout },
      // Many calls wait for it; aborting one of them must not abort the refresh.
      { ...api, signal },
    )
    if (error) return isRefusal(error) ? { outcome: 'over' } : { outcome: 'unanswered', error }
    if (!isTokenAnswer(data)) return { outcome: 'over' }
    const fresh = tokensFrom(data, tokens.rotation + 1)
    // Before any call uses them: from then on the server accepts the older tokens from no tab.
    storeTokens(key, fresh)
    api.dispatch(tokensRotated({ key, tokens: fresh }))
    await flush()
    return { outcome: 'fresh', access: data.access }
  }

  const refreshSession = async (api: BaseQueryApi, staleAccess: string): Promise<RefreshResult> => {
    const session = current(api)
    if (!session) return { outcome: 'over' }
    if (session.tokens.access !== staleAccess) return { outcome: 'fresh', access: session.tokens.access }
    const latest = readLatest()
    if (latest?.key === session.key && latest.tokens.access !== staleAccess) {
      api.dispatch(tokensRotated({ key: latest.key, tokens: latest.tokens }, { fromOtherTab: true }))
      return { outcome: 'fresh', access: latest.tokens.access }
    }
    return exchange(api, session)
  }

  return (api, staleAccess) => {
    const key = current(api)?.key
    if (!key) return Promise.resolve({ outcome: 'over' })
    const pendingRefresh = pending.get(key)
    if (pendingRefresh) return pendingRefresh
    const turn = () => refreshSession(api, staleAccess)
    const refreshed = Promise.resolve(
      locks ? locks.request(`citygate:refresh:${key}`, turn) : turn(),
    ).finally(() => pending.delete(key))
    pending.set(key, refreshed)
    return refreshed
  }
}

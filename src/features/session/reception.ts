import { createContext, useContext } from 'react'
import { networkError, type Answer, type ApiError } from '../../api/kit/errors'
import type { UserType } from '../../contract/users'
import type { Calls } from './authApi'

/**
 * authService: state and requests of the public pages. Backed by the store or, before that is loaded, by a minimal
 * substitute.
 */
export interface Reception {
  isSignedIn: boolean
  /** The last chosen user type; null on a first visit. */
  userType: UserType | null
  chooseUserType: (type: UserType) => void
  /** Sends a request once the code for it is loaded. If that fails, so does the answer. */
  ask: <T>(question: (calls: Calls) => Promise<Answer<T>>) => Promise<Answer<T>>
}

export const ReceptionContext = createContext<Reception | null>(null)

export const useReception = (): Reception => {
  const reception = useContext(ReceptionContext)
  if (!reception) throw new Error('Pages to come in by live inside a ReceptionContext.')
  return reception
}

const outdated: ApiError = {
  status: 0,
  code: 'outdated',
  detail: 'Citygate has been renewed meanwhile. Reload the page and try again.',
}

/** Why a module could not be loaded: after a release, the modules of this page's version may be gone. */
const whyMissing = async (): Promise<ApiError> => {
  const isThere = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  return isThere?.ok ? outdated : networkError
}

/** Sends requests through an api that may have to be loaded first. */
export const askThrough =
  (fetchCalls: () => Promise<Calls>): Reception['ask'] =>
  async (question) => {
    const calls = await fetchCalls().catch(() => null)
    return calls ? question(calls) : { error: await whyMissing() }
  }

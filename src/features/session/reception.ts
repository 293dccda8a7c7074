import { createContext, useContext } from 'react'
import { networkError, type Answer, type ApiError } from '../../api/kit/errors'
import type { UserType } from '../../contract/users'
import type { Calls } from './calls'

/**
 * What the pages to come in by know, and what they can have done. Behind it stands the store, or, before that has arrived,
 * the little that these pages can do without it.
 */
export interface Reception {
  isSignedIn: boolean
  /** What was last chosen; null on a first visit. */
  userType: UserType | null
  chooseUserType: (type: UserType) => void
  /** Asks the server, once the part of the program that does so is there. Where it cannot be fetched, the answer says so. */
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

/** Why a part of the program did not come: a new release holds other parts than the one that this page is of. */
const whyMissing = async (): Promise<ApiError> => {
  const isThere = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  return isThere?.ok ? outdated : networkError
}

/** Asks through whatever makes calls, which may have to be fetched first. */
export const askThrough =
  (fetchCalls: () => Promise<Calls>): Reception['ask'] =>
  async (question) => {
    const calls = await fetchCalls().catch(() => null)
    return calls ? question(calls) : { error: await whyMissing() }
  }

import type { AppDispatch } from '../api/kit/createStore'
import { persistent } from '../ui/page/persistent'

export const loadCalls = persistent(() => import('../features/session/authApi'))

/** authApi of the PublicRoutes, with its code loaded on demand. */
export const callsThrough = async (dispatch: AppDispatch) => (await loadCalls()).callsOf(dispatch)

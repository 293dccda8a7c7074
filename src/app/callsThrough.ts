import type { AppDispatch } from '../api/kit/createStore'
import { persistent } from '../ui/page/persistent'

export const loadCalls = persistent(() => import('../features/session/calls'))

/** What the pages to come in by ask of the server, once the part of the program that does so has been fetched. */
export const callsThrough = async (dispatch: AppDispatch) => (await loadCalls()).callsOf(dispatch)

import { api } from '../../api/kit/api'
import type { AppDispatch } from '../../api/kit/createStore'
import { idle } from '../idle'

/**
 * Resolves once what the page has asked for is answered and drawn: what it does not show is fetched from then on, so that
 * it holds up nothing.
 */
export const atRest = async (dispatch: AppDispatch): Promise<void> => {
  await idle()
  await Promise.allSettled(dispatch(api.util.getRunningQueriesThunk()))
  await idle()
}

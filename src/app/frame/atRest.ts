import { api } from '../../api/kit/api'
import type { AppDispatch } from '../../api/kit/createStore'
import { idle } from '../idle'

/** Resolves when the page's requests are answered and rendered: prefetching starts then, so that it delays nothing. */
export const atRest = async (dispatch: AppDispatch): Promise<void> => {
  await idle()
  await Promise.allSettled(dispatch(api.util.getRunningQueriesThunk()))
  await idle()
}

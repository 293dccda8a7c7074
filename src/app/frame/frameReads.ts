import type { RouteObject } from 'react-router-dom'
import { contentTypesApi } from '../../api/contentTypesApi'
import type { Store } from '../../api/kit/createStore'
import { usersApi } from '../../api/usersApi'
import { selectSignedIn } from '../../store/session'

const again = { forceRefetch: true, subscribe: false } as const

/** The part of the layout's route that reads, with each opened page, the user and the content types (SHELL-5). */
export const frameReads = ({
  dispatch,
  getState,
}: Store): Pick<RouteObject, 'loader' | 'shouldRevalidate'> => ({
  loader: () => {
    if (!selectSignedIn(getState())) return null
    void dispatch(usersApi.endpoints.currentUser.initiate(undefined, again))
    void dispatch(contentTypesApi.endpoints.contentTypes.initiate(undefined, again))
    return null
  },
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
})

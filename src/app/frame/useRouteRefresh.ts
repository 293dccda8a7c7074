import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { contentTypesApi } from '../../api/contentTypesApi'
import { useAppDispatch } from '../../api/kit/hooks'
import { organizationsApi } from '../../api/organizationsApi'
import { participantsApi } from '../../api/participantsApi'
import { usersApi } from '../../api/usersApi'
import { selectCurrentUser } from '../../store/currentUser'
import { atRest } from './atRest'
import { pagesFirst } from './pagesFirst'

const anew = { forceRefetch: true, subscribe: false } as const
const once = { subscribe: false } as const

/**
 * Each opened page refetches the user and the content types (SHELL-5), after its own requests were answered. Only the
 * first load of the user is sent at once, because the layout shows it.
 */
export const useRouteRefresh = () => {
  const dispatch = useAppDispatch()
  const { pathname } = useLocation()
  useEffect(() => {
    const askForUser = () => void dispatch(usersApi.endpoints.currentUser.initiate(undefined, anew))
    const isKnown = dispatch((_dispatch, getState) => selectCurrentUser(getState()) !== null)
    let isLeft = false
    const refresh = async () => {
      if (!isKnown) askForUser()
      await atRest(dispatch)
      // The page opened since then refreshes them itself.
      if (isLeft) return
      if (isKnown) askForUser()
      void dispatch(contentTypesApi.endpoints.contentTypes.initiate(undefined, anew))
    }
    void refresh()
    return () => {
      isLeft = true
    }
  }, [dispatch, pathname])
}

/** Fills the pickerCache once a visit, before the first form (AUTH-15, SHELL-8). */
export const usePicksAhead = () => {
  const dispatch = useAppDispatch()
  useEffect(() => {
    let isLeft = false
    const fetchAhead = async () => {
      await atRest(dispatch)
      await pagesFirst()
      if (isLeft) return
      void dispatch(organizationsApi.endpoints.organizationOptions.initiate(undefined, once))
      void dispatch(participantsApi.endpoints.participants.initiate(undefined, once))
    }
    void fetchAhead()
    return () => {
      isLeft = true
    }
  }, [dispatch])
}

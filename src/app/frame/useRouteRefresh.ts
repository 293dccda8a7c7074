import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { contentTypesApi } from '../../api/contentTypesApi'
import { useAppDispatch } from '../../api/kit/hooks'
import { organizationsApi } from '../../api/organizationsApi'
import { participantsApi } from '../../api/participantsApi'
import { usersApi } from '../../api/usersApi'

const anew = { forceRefetch: true, subscribe: false } as const

/** Each page that opens asks again who is signed in and which content types there are, without waiting (SHELL-5). */
export const useRouteRefresh = () => {
  const dispatch = useAppDispatch()
  const { pathname } = useLocation()
  useEffect(() => {
    void dispatch(usersApi.endpoints.currentUser.initiate(undefined, anew))
    void dispatch(contentTypesApi.endpoints.contentTypes.initiate(undefined, anew))
  }, [dispatch, pathname])
}

/** What pick lists start with is fetched once a visit, ahead of the first form (AUTH-15). */
export const usePicksAhead = () => {
  const dispatch = useAppDispatch()
  useEffect(() => {
    void dispatch(organizationsApi.endpoints.organizationPicks.initiate(undefined, { subscribe: false }))
    void dispatch(participantsApi.endpoints.participants.initiate(undefined, { subscribe: false }))
  }, [dispatch])
}

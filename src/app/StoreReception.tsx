import { useMemo, type ReactNode } from 'react'
import { useAppDispatch, useAppSelector } from '../api/kit/hooks'
import { askThrough, ReceptionContext, type Reception } from '../features/session/reception'
import { userTypeChosen } from '../store/preferences'
import { selectSignedIn } from '../store/session'
import { callsThrough } from './callsThrough'

/** The authService backed by the store. */
export const StoreReception = ({ children }: { children: ReactNode }) => {
  const dispatch = useAppDispatch()
  const isSignedIn = useAppSelector(selectSignedIn)
  const userType = useAppSelector(({ preferences }) => preferences.userType)
  const reception = useMemo<Reception>(
    () => ({
      isSignedIn,
      userType,
      chooseUserType: (type) => dispatch(userTypeChosen(type)),
      ask: askThrough(() => callsThrough(dispatch)),
    }),
    [dispatch, isSignedIn, userType],
  )
  return <ReceptionContext value={reception}>{children}</ReceptionContext>
}

import { useEffect } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router-dom'

/** Tells the page that is gone to that a new record is to be begun there. */
export const creating = { isCreating: true } as const

const asks = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isCreating' in state

/**
 * Begins a new record where one has come for that; once, and not again by a reload or the browser's buttons.
 * @param create always the same
 */
export const useCreateOnArrival = (create: () => void) => {
  const { pathname, search, state } = useLocation() as Location<unknown>
  const navigate = useNavigate()
  const isAsked = asks(state)
  useEffect(() => {
    if (!isAsked) return
    create()
    void navigate(pathname + search, { replace: true })
  }, [isAsked, create, navigate, pathname, search])
}

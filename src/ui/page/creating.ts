import { useEffect } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router-dom'

/** Router state that makes the target page open its dialog for a new record. */
export const creating = { isCreating: true } as const

const asks = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isCreating' in state

/**
 * Calls `create` once if the page was opened for that; not again after a reload or history navigation.
 * @param create a stable function
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

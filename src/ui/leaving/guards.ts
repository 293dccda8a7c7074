import { createContext, useContext, useEffect } from 'react'

/** Whether leaving would lose something right now. */
export type Guard = () => boolean

export const GuardsContext = createContext<Set<Guard>>(new Set())

/** Lets whoever wants to leave the page be asked first, for as long as the guard holds. */
export const useLeaveGuard = (guard: Guard) => {
  const guards = useContext(GuardsContext)
  useEffect(() => {
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [guards, guard])
}

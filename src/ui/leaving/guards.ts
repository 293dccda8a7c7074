import { createContext, useContext, useEffect } from 'react'

/** Whether leaving would lose something right now: what was typed, or what the text says. */
export type Guard = () => boolean | string

export const GuardsContext = createContext<Set<Guard>>(new Set())

/** Leads away without a question. */
export const PassContext = createContext<(go: () => void) => void>((go) => go())

/** For ways out that lose nothing: what has been typed is kept, or no longer wanted. */
export const usePass = () => useContext(PassContext)

/** Lets whoever wants to leave the page be asked first, for as long as the guard holds. */
export const useLeaveGuard = (guard: Guard) => {
  const guards = useContext(GuardsContext)
  useEffect(() => {
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [guards, guard])
}

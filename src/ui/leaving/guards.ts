import { createContext, useCallback, useContext, useEffect } from 'react'

/** Whether leaving would lose something right now: what was typed, or what the text says. */
export type Guard = () => boolean | string

/** Where guards stand for as long as they are wanted. */
export interface Guards {
  /**
   * Gives what takes the guard away again.
   * @param left told that the page is left although it loses something
   */
  add: (guard: Guard, left?: () => void) => () => void
}

/** Outside of the frame nothing is guarded. */
export const GuardsContext = createContext<Guards>({ add: () => () => undefined })

/** Leads away without a question. */
export const PassContext = createContext<(go: () => void) => void>((go) => go())

/** For ways out that lose nothing: what has been typed is kept, or no longer wanted. */
export const usePass = () => useContext(PassContext)

/**
 * Lets whoever wants to leave the page be asked first, for as long as the guard holds.
 * @param left told that they leave nevertheless; always the same function
 */
export const useLeaveGuard = (guard: Guard, left?: () => void) => {
  const guards = useContext(GuardsContext)
  useEffect(() => guards.add(guard, left), [guards, guard, left])
}

/** Whether it is being asked right now if the page shall be left: no dialog stands on top of another. */
export const AskingContext = createContext(false)

/** The page to which the last step led, which may not be drawn yet; outside of the frame there is but one. */
export const PageContext = createContext<() => string>(() => '')

/**
 * For what takes a while and then leads on: called at the beginning, it gives a function that tells whether somebody is
 * still on the page on which it began. Whoever has left meanwhile is not led away from where they are.
 */
export const useStillHere = () => {
  const page = useContext(PageContext)
  return useCallback(() => {
    const begunOn = page()
    return () => page() === begunOn
  }, [page])
}

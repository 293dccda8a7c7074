import { createContext, useCallback, useContext, useEffect } from 'react'

/** Whether leaving would lose something now: unsaved input, or what the text describes. */
export type Guard = () => boolean | string

/** The registered guards. */
export interface Guards {
  /**
   * Returns a function that removes the guard.
   * @param left called when the page is left in spite of the guard
   */
  add: (guard: Guard, left?: () => void) => () => void
}

/** Outside the layout nothing is guarded. */
export const GuardsContext = createContext<Guards>({ add: () => () => undefined })

/** Navigates without a confirmation. */
export const PassContext = createContext<(go: () => void) => void>((go) => go())

/** For exits that lose nothing: the input is saved, or discarded on purpose. */
export const usePass = () => useContext(PassContext)

/**
 * Registers a guard with the navigationGuard while mounted.
 * @param left called when the page is left in spite of it; a stable function
 */
export const useNavigationGuard = (guard: Guard, left?: () => void) => {
  const guards = useContext(GuardsContext)
  useEffect(() => guards.add(guard, left), [guards, guard, left])
}

/** Whether the confirmation is open: dialogs must not be stacked on it. */
export const AskingContext = createContext(false)

/** The page of the last navigation, which may not be rendered yet; outside the layout there is only one. */
export const PageContext = createContext<() => string>(() => '')

/**
 * For long operations that end with a navigation: called at the start, it returns a function that tells whether the
 * page on which it started is still shown, because the user must not be taken away from another page.
 */
export const useStillHere = () => {
  const page = useContext(PageContext)
  return useCallback(() => {
    const begunOn = page()
    return () => page() === begunOn
  }, [page])
}

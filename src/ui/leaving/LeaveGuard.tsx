import {
  lazy,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom'
import { GuardsContext, PassContext, type Guard } from './guards'

const LeaveDialog = lazy(async () => ({ default: (await import('./LeaveDialog')).LeaveDialog }))

/** The place in the browser's history, as the router counts it. */
const placeIn = (state: unknown): number => {
  const { idx } = (state ?? {}) as { idx?: number }
  return idx ?? 0
}

/**
 * Asks before an address is left on which something unsaved has been typed: by a link, by the browser's own buttons
 * (both here), or by closing the tab (in the browser's own words).
 */
export const LeaveGuard = ({ children }: { children: ReactNode }) => {
  const navigation = useContext(NavigationContext)
  const location = useLocation()
  const [guards] = useState(() => new Set<Guard>())
  const [wanted, setWanted] = useState<{ go: () => void } | null>(null)
  /** The next step has been allowed already. */
  const passing = useRef(false)
  const place = useRef(0)

  useEffect(() => {
    passing.current = false
    place.current = placeIn(window.history.state)
  }, [location])

  const ask = useMemo(
    () => (go: () => void) => {
      if (passing.current || ![...guards].some((holds) => holds())) go()
      else setWanted({ go })
    },
    [guards],
  )

  const pass = useCallback((go: () => void) => {
    passing.current = true
    go()
  }, [])

  const guarded = useMemo(() => {
    const { navigator } = navigation
    return {
      ...navigation,
      navigator: {
        ...navigator,
        push: (...args: Parameters<typeof navigator.push>) => ask(() => navigator.push(...args)),
        replace: (...args: Parameters<typeof navigator.replace>) => ask(() => navigator.replace(...args)),
        go: (delta: number) =>
          ask(() => {
            passing.current = true
            navigator.go(delta)
          }),
      },
    }
  }, [navigation, ask])

  useEffect(() => {
    let returning = false
    const moved = (event: PopStateEvent) => {
      if (returning) {
        returning = false
        event.stopImmediatePropagation()
        return
      }
      const delta = placeIn(event.state) - place.current
      if (delta === 0 || passing.current || ![...guards].some((holds) => holds())) return
      event.stopImmediatePropagation()
      returning = true
      window.history.go(-delta)
      setWanted({
        go: () => {
          passing.current = true
          window.history.go(delta)
        },
      })
    }
    const closing = (event: BeforeUnloadEvent) => {
      if ([...guards].some((holds) => holds())) event.preventDefault()
    }
    // Before the router's own listener, which would follow.
    window.addEventListener('popstate', moved, { capture: true })
    window.addEventListener('beforeunload', closing)
    return () => {
      window.removeEventListener('popstate', moved, { capture: true })
      window.removeEventListener('beforeunload', closing)
    }
  }, [guards])

  return (
    <NavigationContext value={guarded}>
      <GuardsContext value={guards}>
        <PassContext value={pass}>{children}</PassContext>
      </GuardsContext>
      {wanted && (
        <Suspense>
          <LeaveDialog
            guards={guards}
            stay={() => setWanted(null)}
            leave={() => {
              setWanted(null)
              pass(wanted.go)
            }}
          />
        </Suspense>
      )}
    </NavigationContext>
  )
}

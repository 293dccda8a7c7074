import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useAppSelector } from '../api/kit/hooks'
import { loginPathFor } from '../features/session/returnUrl'
import { selectSignedIn } from '../store/session'
import { Elsewhere, PlaceContext, type Place } from '../ui/page/place'
import { loadAhead, loadRouted } from './ahead'
import { lightPageAt } from './pages'
import { Skeleton } from './shell/Skeleton'

const Routed = lazy(async () => ({ default: (await loadRouted()).Routed }))

interface HistoryState {
  /** Steps are numbered as the router numbers them, which then knows how far apart any two are. */
  idx?: number
  /** Only the router's own steps have one. */
  key?: string
}

const stateNow = () => (window.history.state ?? {}) as HistoryState

const read = () => {
  const { pathname, search } = window.location
  return { pathname, search, isFirst: stateNow().key === undefined }
}

/** The browser's address for as long as no router looks after it. */
const usePlaceInBrowser = (): Place => {
  const [here, setHere] = useState(read)
  useEffect(() => {
    const moved = () => setHere(read())
    window.addEventListener('popstate', moved)
    return () => window.removeEventListener('popstate', moved)
  }, [])
  return useMemo<Place>(
    () => ({
      ...here,
      go: (to, { replace = false } = {}) => {
        const { idx = 0 } = stateNow()
        if (replace) window.history.replaceState({ idx }, '', to)
        else window.history.pushState({ idx: idx + 1 }, '', to)
        setHere(read())
      },
      back: () => window.history.back(),
    }),
    [here],
  )
}

/** Somebody who starts to type is about to sign in. */
const useLoadAhead = () => {
  useEffect(() => {
    const typing = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && /^(text|password)$/.test(target.type)) void loadAhead('/')
    }
    document.addEventListener('input', typing)
    return () => document.removeEventListener('input', typing)
  }, [])
}

/** Signing in and out needs no router: it arrives with the first page of another kind, and then stays. */
const Light = ({ leave }: { leave: () => void }) => {
  useLoadAhead()
  const place = usePlaceInBrowser()
  const signedIn = useAppSelector(selectSignedIn)
  const page = lightPageAt(place.pathname)
  const isDone = !page && signedIn
  useEffect(() => {
    if (isDone) leave()
  }, [isDone, leave])
  return (
    <PlaceContext value={place}>
      <Suspense>{page ? <page.Page /> : !signedIn && <Elsewhere to={loginPathFor(place)} />}</Suspense>
    </PlaceContext>
  )
}

/** The application at the browser's address (AUTH-1). */
export const Start = () => {
  const signedIn = useAppSelector(selectSignedIn)
  const [isLight, setIsLight] = useState(
    () => !signedIn || lightPageAt(window.location.pathname) !== undefined,
  )
  const [leave] = useState(() => () => setIsLight(false))
  return isLight ? (
    <Light leave={leave} />
  ) : (
    <Suspense fallback={<Skeleton />}>
      <Routed />
    </Suspense>
  )
}

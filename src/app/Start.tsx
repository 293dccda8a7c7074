import { Suspense, useEffect, useState } from 'react'
import { useAppSelector } from '../api/kit/hooks'
import { loginPathFor } from '../features/session/returnUrl'
import { selectSignedIn } from '../store/session'
import { Elsewhere, PlaceContext } from '../ui/page/place'
import { isAhead, loadAhead, routed } from './ahead'
import { isFramedOnceSignedIn, lightPageAt } from './pages'
import { usePlaceInBrowser } from './placeInBrowser'
import { Skeleton } from './shell/Skeleton'
import { useTyping } from './useTyping'

const loadStart = () => void loadAhead('/')

/** Signing in and out needs no router: it is loaded with the first other page, and then stays. */
const Light = ({ leave }: { leave: () => void }) => {
  useTyping(loadStart)
  const place = usePlaceInBrowser()
  const signedIn = useAppSelector(selectSignedIn)
  const page = lightPageAt(place.pathname)
  const isDone = signedIn && (!page || isFramedOnceSignedIn(place.pathname))
  useEffect(() => {
    if (isDone) leave()
  }, [isDone, leave])
  return (
    <PlaceContext value={place}>
      <Suspense>{page ? <page.Page /> : !signedIn && <Elsewhere to={loginPathFor(place)} />}</Suspense>
    </PlaceContext>
  )
}

/**
 * The pages inside the layout, rendered once everything for the current one is loaded: React delays replacing each
 * shown Suspense fallback by up to 300 ms.
 */
const Inside = () => {
  const [isHere, setIsHere] = useState(() => isAhead(window.location.pathname))
  useEffect(() => {
    if (!isHere) void loadAhead(window.location.pathname).then(() => setIsHere(true))
  }, [isHere])
  return isHere ? (
    <Suspense fallback={<Skeleton />}>
      <routed.Part />
    </Suspense>
  ) : (
    <Skeleton />
  )
}

/** The application at the browser's URL (AUTH-1). */
export const Start = () => {
  const signedIn = useAppSelector(selectSignedIn)
  const [isLight, setIsLight] = useState(() => {
    const { pathname } = window.location
    return !signedIn || (lightPageAt(pathname) !== undefined && !isFramedOnceSignedIn(pathname))
  })
  const [leave] = useState(() => () => setIsLight(false))
  return isLight ? <Light leave={leave} /> : <Inside />
}

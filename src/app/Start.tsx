import { Suspense, useEffect, useState } from 'react'
import { useAppSelector } from '../api/kit/hooks'
import { loginPathFor } from '../features/session/returnUrl'
import { selectSignedIn } from '../store/session'
import { Elsewhere, PlaceContext } from '../ui/page/place'
import { isAhead, loadAhead, routed } from './ahead'
import { lightPageAt } from './pages'
import { usePlaceInBrowser } from './placeInBrowser'
import { Skeleton } from './shell/Skeleton'
import { useTyping } from './useTyping'

const loadStart = () => void loadAhead('/')

/** Signing in and out needs no router: it arrives with the first page of another kind, and then stays. */
const Light = ({ leave }: { leave: () => void }) => {
  useTyping(loadStart)
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

/**
 * Every page inside the frame, once all that shows the one at the browser's address is there: to each skeleton that
 * stands in the place of a part, React gives 300 ms before it shows the part.
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

/** The application at the browser's address (AUTH-1). */
export const Start = () => {
  const signedIn = useAppSelector(selectSignedIn)
  const [isLight, setIsLight] = useState(
    () => !signedIn || lightPageAt(window.location.pathname) !== undefined,
  )
  const [leave] = useState(() => () => setIsLight(false))
  return isLight ? <Light leave={leave} /> : <Inside />
}

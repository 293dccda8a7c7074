import { Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { entranceRoutes } from '../features/session/entranceRoutes'
import { askThrough, ReceptionContext, type Reception } from '../features/session/reception'
import { loginPathFor } from '../features/session/returnUrl'
import { readStoredPreferences, storageKeyOf } from '../store/storedSession'
import { pageAt } from '../ui/page/pageRoute'
import { Elsewhere, PlaceContext } from '../ui/page/place'
import type { Application } from './application'
import { idle } from './idle'
import { isLightPath } from './lightPaths'
import { orElse } from './orElse'
import { usePlaceInBrowser } from './placeInBrowser'
import { savesData } from './savesData'
import { useThemeOnPage } from '../ui/theme/useThemeFor'
import { useTyping } from './useTyping'

interface EntranceProps {
  /** Set once loaded. */
  application: Application | undefined
  open: () => Promise<Application>
  /** Switches to the application's page. */
  leave: () => void
}

const nothingToTell = () => () => undefined

const useSignedIn = (application: Application | undefined) =>
  useSyncExternalStore(application?.subscribe ?? nothingToTell, () => application?.isSignedIn() ?? false)

/** A prefetch: failures are reported when the module is needed. */
const unasked = (coming: Promise<unknown>) => void coming.catch(() => undefined)

/**
 * Loads the application before it is needed: when idle; on the first key press, together with the first page; and when
 * another tab has signed in, which the loaded store detects by itself.
 */
const useOpenAhead = (open: EntranceProps['open']) => {
  useEffect(() => {
    let isHere = true
    const atRest = async () => {
      await idle()
      await idle()
      if (isHere) await (await open()).calls()
    }
    if (!savesData()) unasked(atRest())
    return () => {
      isHere = false
    }
  }, [open])

  useTyping(useCallback(() => unasked(open().then((application) => application.loadAhead('/'))), [open]))

  useEffect(() => {
    const kept = ({ key }: StorageEvent) => {
      if (key === storageKeyOf('session')) unasked(open())
    }
    window.addEventListener('storage', kept)
    return () => window.removeEventListener('storage', kept)
  }, [open])
}

/**
 * The PublicRoutes without a session, at the browser's URL: they need no store. The application is prefetched
 * meanwhile, sends their requests, and replaces them once a session exists (AUTH-1).
 */
export const Entrance = ({ application, open, leave }: EntranceProps) => {
  const place = usePlaceInBrowser()
  const isSignedIn = useSignedIn(application)
  const [kept] = useState(() => orElse(readStoredPreferences, {}))
  const [userType, setUserType] = useState(kept.userType ?? null)
  const [failure, setFailure] = useState<Error>()
  useThemeOnPage(kept.theme ?? 'system')
  useOpenAhead(open)

  const reception = useMemo<Reception>(
    () => ({
      isSignedIn,
      userType,
      chooseUserType: (type) => {
        setUserType(type)
        unasked(open().then((application) => application.chooseUserType(type)))
      },
      ask: askThrough(async () => (await open()).calls()),
    }),
    [isSignedIn, userType, open],
  )

  const page = pageAt(entranceRoutes, place.pathname)
  const isDone = !page && (isSignedIn || isLightPath(place.pathname))
  useEffect(() => {
    if (isDone) open().then(leave, setFailure)
  }, [isDone, open, leave])

  // The error boundary around all pages shows it.
  if (failure) throw failure
  return (
    <PlaceContext value={place}>
      <ReceptionContext value={reception}>
        <Suspense>{page ? <page.Page /> : !isDone && <Elsewhere to={loginPathFor(place)} />}</Suspense>
      </ReceptionContext>
    </PlaceContext>
  )
}

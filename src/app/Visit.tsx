import { useCallback, useEffect, useState } from 'react'
import type { Application } from './application'
import { Around } from './Around'
import { Entrance } from './Entrance'

interface VisitProps {
  /** The application, if loaded from the start. */
  opened?: Application | undefined
  open: () => Promise<Application>
}

/** AppRoot: starts with the application, or with the PublicRoutes until the application replaces them. */
export const Visit = ({ opened, open }: VisitProps) => {
  const [application, setApplication] = useState(opened)
  const [isInside, setIsInside] = useState(opened !== undefined)
  useEffect(() => application?.follow(), [application])

  const openHere = useCallback(async () => {
    const opening = await open()
    setApplication(opening)
    return opening
  }, [open])
  const [leave] = useState(() => () => setIsInside(true))

  return (
    <Around>
      {isInside && application ? (
        <application.Page />
      ) : (
        <Entrance application={application} open={openHere} leave={leave} />
      )}
      {application && <application.Toasts />}
    </Around>
  )
}

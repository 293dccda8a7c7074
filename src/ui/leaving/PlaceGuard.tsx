import { useMemo, type ReactNode } from 'react'
import { PlaceContext, usePlace, type Place } from '../page/place'
import { GuardsContext } from './guards'
import { confirmsLeaving } from './losses'
import { useGuards } from './useGuards'

const nothingToFetch = () => undefined

/**
 * Asks, in the browser's own way, before a light page on which something unsaved has been typed is left by its links or
 * with its tab. The browser's buttons ask nothing: what has been typed is a draft, which comes back (TRUST-32).
 */
export const PlaceGuard = ({ children }: { children: ReactNode }) => {
  const place = usePlace()
  const { guards, register, holds, tellLeft } = useGuards(nothingToFetch)
  const guarded = useMemo<Place>(
    () => ({
      ...place,
      go: (to, how) => {
        if (holds()) {
          if (!confirmsLeaving(guards)) return
          tellLeft()
        }
        place.go(to, how)
      },
    }),
    [place, guards, holds, tellLeft],
  )
  return (
    <PlaceContext value={guarded}>
      <GuardsContext value={register}>{children}</GuardsContext>
    </PlaceContext>
  )
}

import { useMemo, type ReactNode } from 'react'
import { PlaceContext, usePlace, type Place } from '../page/place'
import { GuardsContext } from './guards'
import { confirmNavigation } from './unsavedChanges'
import { useGuards } from './useGuards'

const nothingToFetch = () => undefined

/**
 * Asks, with the browser's own dialog, before a public page with unsaved input is left by a link or by closing the tab.
 * History navigation is not guarded: the input is a draft, which is restored (TRUST-32).
 */
export const PlaceGuard = ({ children }: { children: ReactNode }) => {
  const place = usePlace()
  const { guards, register, holds, tellLeft } = useGuards(nothingToFetch)
  const guarded = useMemo<Place>(
    () => ({
      ...place,
      go: (to, how) => {
        if (holds()) {
          if (!confirmNavigation(guards)) return
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

import { useCallback, useContext, useEffect, useRef, type ReactNode } from 'react'
import {
  NavigationType,
  useBlocker,
  useLocation,
  type BlockerFunction,
  type Location,
} from 'react-router-dom'
import { lazyPart } from '../page/lazyPart'
import { AskingContext, GuardsContext, PageContext, PassContext } from './guards'
import { HistoryGuardContext } from './historyGuard'
import type { UnsavedChangesDialogProps } from './UnsavedChangesDialog'
import { confirmNavigation } from './unsavedChanges'
import { useGuards } from './useGuards'

const { load: loadDialog, usePart: useDialog } = lazyPart(
  async () => (await import('./UnsavedChangesDialog')).UnsavedChangesDialog,
)

/** The confirmation dialog, or the browser's own where the module cannot be loaded. */
const Question = (props: UnsavedChangesDialogProps) => {
  const { Part: LeaveDialog, isMissing } = useDialog()
  const { guards, stay, leave } = props
  useEffect(() => {
    if (!isMissing) return
    if (confirmNavigation(guards)) leave()
    else stay()
  }, [isMissing, guards, stay, leave])
  return LeaveDialog && <LeaveDialog {...props} />
}

// Prefetched, because a history navigation aborts pending imports.
const fetchQuestion = () => void loadDialog().catch(() => undefined)

/** A link within the same page loses nothing; there, the browser's Back and Forward close a dialog. */
const isAway = (cause: NavigationType, one: Location, other: Location) =>
  cause === NavigationType.Pop || one.pathname !== other.pathname || one.search !== other.search

/**
 * navigationGuard: asks for confirmation before a page with unsaved input is left: by a link, by the program, by the
 * browser's history, or by closing the tab (the browser's own dialog).
 */
export const NavigationGuard = ({ children }: { children: ReactNode }) => {
  const location = useLocation()
  const { guards, register, holds, tellLeft } = useGuards(fetchQuestion)
  /** The next navigation is already confirmed. */
  const passing = useRef(false)
  const page = useRef(location.pathname)
  const tellPage = useCallback(() => page.current, [])

  const { arrived, takingBack } = useContext(HistoryGuardContext)
  const asks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation, historyAction }) => {
      const isHeld = !passing.current && isAway(historyAction, currentLocation, nextLocation) && holds()
      if (!isHeld) page.current = nextLocation.pathname
      else if (historyAction === NavigationType.Pop) takingBack()
      return isHeld
    },
    [holds, takingBack],
  )
  const blocker = useBlocker(asks)
  const isAsking = blocker.state === 'blocked'

  useEffect(() => {
    passing.current = false
    arrived()
  }, [location, arrived])

  const { proceed, location: next } = blocker
  const leave = useCallback(() => {
    tellLeft()
    if (next) page.current = next.pathname
    proceed?.()
  }, [tellLeft, proceed, next])

  const pass = useCallback((go: () => void) => {
    passing.current = true
    go()
  }, [])

  return (
    <GuardsContext value={register}>
      <AskingContext value={isAsking}>
        <PassContext value={pass}>
          <PageContext value={tellPage}>{children}</PageContext>
        </PassContext>
      </AskingContext>
      {isAsking && <Question guards={guards} stay={blocker.reset} leave={leave} />}
    </GuardsContext>
  )
}

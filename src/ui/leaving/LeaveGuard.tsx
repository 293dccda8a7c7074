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
import { HeldAddressContext } from './heldAddress'
import type { LeaveDialogProps } from './LeaveDialog'
import { confirmsLeaving } from './losses'
import { useGuards } from './useGuards'

const { load: loadDialog, usePart: useDialog } = lazyPart(
  async () => (await import('./LeaveDialog')).LeaveDialog,
)

/** Asks in the dialog, or in the browser's own way where that cannot be fetched. */
const Question = (props: LeaveDialogProps) => {
  const { Part: LeaveDialog, isMissing } = useDialog()
  const { guards, stay, leave } = props
  useEffect(() => {
    if (!isMissing) return
    if (confirmsLeaving(guards)) leave()
    else stay()
  }, [isMissing, guards, stay, leave])
  return LeaveDialog && <LeaveDialog {...props} />
}

// The question must be at hand when it is to be asked: a step in the history cuts off what is being fetched.
const fetchQuestion = () => void loadDialog().catch(() => undefined)

/** A link to another place of the same page loses nothing; the browser's Back and Forward end a dialog there, too. */
const isAway = (cause: NavigationType, one: Location, other: Location) =>
  cause === NavigationType.Pop || one.pathname !== other.pathname || one.search !== other.search

/**
 * Asks before an address is left on which something unsaved has been typed: by a link, by the program, by the
 * browser's own buttons (all of them here), or by closing the tab (in the browser's own words).
 */
export const LeaveGuard = ({ children }: { children: ReactNode }) => {
  const location = useLocation()
  const { guards, register, holds, tellLeft } = useGuards(fetchQuestion)
  /** The next step has been allowed already. */
  const passing = useRef(false)
  const page = useRef(location.pathname)
  const tellPage = useCallback(() => page.current, [])

  const { arrived, takingBack } = useContext(HeldAddressContext)
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

import { useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import {
  NavigationType,
  useBlocker,
  useLocation,
  type BlockerFunction,
  type Location,
} from 'react-router-dom'
import { lazyPart } from '../page/lazyPart'
import { AskingContext, GuardsContext, PassContext, type Guard, type Guards } from './guards'
import { HeldAddressContext } from './heldAddress'
import type { LeaveDialogProps } from './LeaveDialog'
import { leaveQuestion, lossesOf } from './losses'

const { load: loadDialog, usePart: useDialog } = lazyPart(
  async () => (await import('./LeaveDialog')).LeaveDialog,
)

/** Asks in the browser's own way. */
const PlainQuestion = ({ guards, stay, leave }: LeaveDialogProps) => {
  useEffect(() => {
    if (window.confirm([leaveQuestion, ...lossesOf(guards)].join('\n'))) leave()
    else stay()
  }, [guards, stay, leave])
  return null
}

/** Asks in the dialog, or in the browser's own way where that cannot be fetched. */
const Question = (props: LeaveDialogProps) => {
  const { Part: LeaveDialog, isMissing } = useDialog()
  if (isMissing) return <PlainQuestion {...props} />
  return LeaveDialog && <LeaveDialog {...props} />
}

interface LeaveGuardProps {
  /** Asks in the browser's own way: for pages without the frame, which do without its dialogs. */
  plain?: boolean
  children: ReactNode
}

/** A step to another place of the same page loses nothing. */
const isElsewhere = (one: Location, other: Location) =>
  one.pathname !== other.pathname || one.search !== other.search

/**
 * Asks before an address is left on which something unsaved has been typed: by a link, by the program, by the
 * browser's own buttons (all of them here), or by closing the tab (in the browser's own words).
 */
export const LeaveGuard = ({ plain = false, children }: LeaveGuardProps) => {
  const location = useLocation()
  const [guards] = useState(() => new Map<Guard, (() => void) | undefined>())
  const [register] = useState<Guards>(() => ({
    add: (guard, left) => {
      guards.set(guard, left)
      // The question must be at hand when it is to be asked: a step in the history cuts off what is being fetched.
      if (!plain) loadDialog().catch(() => undefined)
      return () => void guards.delete(guard)
    },
  }))
  /** The next step has been allowed already. */
  const passing = useRef(false)

  const holds = useCallback(() => [...guards.keys()].some((guard) => guard()), [guards])
  const { arrived, takingBack } = useContext(HeldAddressContext)
  const asks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation, historyAction }) => {
      const isHeld = !passing.current && isElsewhere(currentLocation, nextLocation) && holds()
      if (isHeld && historyAction === NavigationType.Pop) takingBack()
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

  const { proceed } = blocker
  const leave = useCallback(() => {
    for (const left of guards.values()) left?.()
    proceed?.()
  }, [guards, proceed])

  const pass = useCallback((go: () => void) => {
    passing.current = true
    go()
  }, [])

  useEffect(() => {
    const closing = (event: BeforeUnloadEvent) => {
      if (holds()) event.preventDefault()
    }
    window.addEventListener('beforeunload', closing)
    return () => window.removeEventListener('beforeunload', closing)
  }, [holds])

  const Asking = plain ? PlainQuestion : Question
  return (
    <GuardsContext value={register}>
      <AskingContext value={isAsking}>
        <PassContext value={pass}>{children}</PassContext>
      </AskingContext>
      {isAsking && <Asking guards={guards} stay={blocker.reset} leave={leave} />}
    </GuardsContext>
  )
}

import OrderContext from '@rc-component/portal/es/Context'
import type { ContainerType, GetContainer, PortalProps } from '@rc-component/portal/es/Portal'
import useDom from '@rc-component/portal/es/useDom'
import useEscKeyDown from '@rc-component/portal/es/useEscKeyDown'
import useScrollLocker from '@rc-component/portal/es/useScrollLocker'
import { createElement, useState, useSyncExternalStore, type ReactElement } from 'react'
import { createPortal } from 'react-dom'

/** Null: a container at the end of the page. False: rendered in place. */
type Place = ContainerType | false | null

const placeOf = (wanted: GetContainer | undefined): Place => {
  if (wanted === undefined) return null
  if (typeof wanted === 'string') return document.querySelector(wanted)
  return typeof wanted === 'function' ? wanted() : wanted
}

/** No event reports a changed container; it is looked up after each render, which may have created it. */
const untold = () => () => undefined

/**
 * A portal without state updates. The original sets its state after each render, even to an equal value. On a slow
 * machine, fast typing leaves React no time to see that nothing has changed; after fifty such updates it assumes an
 * endless loop, and a character is lost (React error 185).
 */
// eslint-disable-next-line no-restricted-syntax -- the module that it replaces exports like this
export default function Portal({
  open = false,
  autoLock = false,
  autoDestroy = true,
  getContainer,
  onEsc,
  children,
}: PortalProps): ReactElement | null {
  const [hasOpened, setHasOpened] = useState(open)
  if (open && !hasOpened) setHasOpened(true)
  const isThere = open || (hasOpened && !autoDestroy)
  const asked = useSyncExternalStore(untold, () => placeOf(getContainer))
  const [own, queueCreate] = useDom(isThere && !asked)
  const place = asked ?? own
  useScrollLocker(autoLock && open && (place === own || place === document.body))
  useEscKeyDown(open, onEsc)

  if (!isThere) return null
  const shown = place === false ? children : createPortal(children, place)
  return createElement(OrderContext.Provider, { value: queueCreate }, shown)
}

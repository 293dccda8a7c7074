import {
  createContext,
  useCallback,
  useContext,
  type ComponentProps,
  type MouseEvent,
  type MouseEventHandler,
  type ReactNode,
} from 'react'
import { useNavigate } from 'react-router-dom'
import { isPlainClick } from './isPlainClick'

const FollowContext = createContext<MouseEventHandler<HTMLAnchorElement> | null>(null)

/** Lets the links to records inside lead on within the application. */
export const RecordLinks = ({ children }: { children: ReactNode }) => {
  const navigate = useNavigate()
  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { currentTarget: link } = event
      const to = link.getAttribute('href')
      // One that opens in a tab of its own is the browser's.
      if (to === null || link.target || event.defaultPrevented || !isPlainClick(event)) return
      event.preventDefault()
      void navigate(to)
    },
    [navigate],
  )
  return <FollowContext value={follow}>{children}</FollowContext>
}

interface RecordLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** From the root, '/…': it does not depend on where one is. */
  to: string
}

/**
 * The way to a record. Lists show hundreds of them: the router's own link asks where one is, and so is drawn anew with
 * every step; this one only knows how to lead on.
 */
export const RecordLink = ({ to, children, ...anchor }: RecordLinkProps) => {
  const follow = useContext(FollowContext)
  if (!follow) throw new Error('Links to records live inside RecordLinks.')
  return (
    <a {...anchor} href={to} onClick={follow}>
      {children}
    </a>
  )
}

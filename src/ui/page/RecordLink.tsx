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

/** Makes the record links inside navigate within the application. */
export const RecordLinks = ({ children }: { children: ReactNode }) => {
  const navigate = useNavigate()
  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { currentTarget: link } = event
      const to = link.getAttribute('href')
      // Links with a target are left to the browser.
      if (to === null || link.target || event.defaultPrevented || !isPlainClick(event)) return
      event.preventDefault()
      void navigate(to)
    },
    [navigate],
  )
  return <FollowContext value={follow}>{children}</FollowContext>
}

interface RecordLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** Absolute, '/…': independent of the current URL. */
  to: string
  /** Called before the link is followed within the application. */
  before?: () => void
}

/**
 * A link to a record. Lists show hundreds of them: the router's Link depends on the location and re-renders on every
 * navigation; this one does not. Its text is a record's name, which must not be translated.
 */
export const RecordLink = ({ to, before, children, ...anchor }: RecordLinkProps) => {
  const follow = useContext(FollowContext)
  if (!follow) throw new Error('Links to records live inside RecordLinks.')
  return (
    <a
      translate="no"
      {...anchor}
      href={to}
      onClick={
        before
          ? (event) => {
              before()
              follow(event)
            }
          : follow
      }
    >
      {children}
    </a>
  )
}

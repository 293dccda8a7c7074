import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useUnreadMessagesQuery } from '../../api/messagesApi'
import type { MenuBadgeProps } from '../feature'

/** Larger numbers say no more. */
const most = 99

/** How many messages wait to be read, asked anew with each page and whenever a message changes (SCREEN-2). */
export const Badge = ({ tell }: MenuBadgeProps) => {
  const { pathname } = useLocation()
  const { data: count = 0, refetch } = useUnreadMessagesQuery(undefined)
  useEffect(() => {
    void refetch()
  }, [pathname, refetch])
  useEffect(() => tell(count > 0 ? `${count} unread` : null), [count, tell])
  return (
    count > 0 && (
      <span className="menu-badge" aria-hidden>
        {count > most ? `${most}+` : count}
      </span>
    )
  )
}

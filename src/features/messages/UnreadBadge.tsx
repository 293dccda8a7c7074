import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useUnreadMessagesQuery } from '../../api/messagesApi'
import { CountBadge } from '../../ui/value/CountBadge'
import type { MenuBadgeProps } from '../feature'

/** How many messages wait to be read, asked anew with each page and whenever a message changes (SCREEN-2). */
export const Badge = ({ tell }: MenuBadgeProps) => {
  const { pathname } = useLocation()
  const { data: count = 0, refetch } = useUnreadMessagesQuery(undefined)
  useEffect(() => {
    void refetch()
  }, [pathname, refetch])
  useEffect(() => tell(count > 0 ? `${count} unread` : null), [count, tell])
  return <CountBadge count={count} />
}

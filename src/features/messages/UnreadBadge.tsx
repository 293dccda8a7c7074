import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useUnreadMessagesQuery } from '../../api/messagesApi'
import { MenuBadge } from '../../ui/value/MenuBadge'

/** Number of unread messages, refetched on each page and whenever a message changes (SCREEN-2). */
export const Badge = () => {
  const { pathname } = useLocation()
  const { data: count = 0, refetch } = useUnreadMessagesQuery(undefined)
  useEffect(() => {
    void refetch()
  }, [pathname, refetch])
  return <MenuBadge count={count} what="unread" />
}

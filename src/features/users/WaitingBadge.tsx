import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { MenuBadge } from '../../ui/value/MenuBadge'
import { useStatusCounted } from './counts'

/** Number of accounts waiting for approval, refetched on each page and whenever an account changes (AUTH-16). */
export const Badge = () => {
  const { pathname } = useLocation()
  const { count = 0, readAgain } = useStatusCounted('waiting')
  useEffect(() => readAgain(), [pathname, readAgain])
  return <MenuBadge count={count} what="waiting" />
}

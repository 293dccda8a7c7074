import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { CountBadge } from '../../ui/value/CountBadge'
import type { MenuBadgeProps } from '../feature'
import { useStatusCounted } from './counts'

/** How many accounts wait for approval, asked anew with each page and whenever an account changes (AUTH-16). */
export const Badge = ({ tell }: MenuBadgeProps) => {
  const { pathname } = useLocation()
  const { count = 0, readAgain } = useStatusCounted('waiting')
  useEffect(() => readAgain(), [pathname, readAgain])
  useEffect(() => tell(count > 0 ? `${count} waiting` : null), [count, tell])
  return <CountBadge count={count} />
}

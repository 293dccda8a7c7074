import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { isPlainClick } from '../../ui/page/isPlainClick'
import { usePass } from '../../ui/navigationGuard/guards'
import { organizationPaths } from '../../resources/organizations/paths'

interface CreationHintProps {
  opportunityId: number
}

/** Link to create a missing organization; the form's draft is kept for the return (BID-6). */
export const CreationHint = ({ opportunityId }: CreationHintProps) => {
  const pass = usePass()
  const navigate = useNavigate()
  const to = organizationPaths.bureauSearch(opportunityId)
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    pass(() => void navigate(to))
  }
  return (
    <>
      Not in the list? Create it{' '}
      <Link to={to} onClick={follow}>
        HERE
      </Link>
      . What you have typed is kept.
    </>
  )
}

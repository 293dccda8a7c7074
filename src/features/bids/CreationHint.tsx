import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useKeepDraft } from '../../ui/form/FormDraft'
import { usePass } from '../../ui/leaving/guards'
import { creationPath } from './paths'

interface CreationHintProps {
  opportunityId: number
  draft: Parameters<typeof useKeepDraft>[0]
}

/** A click that does not open another tab or window. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey

/** The way to an organization that is not there yet; what has been typed waits for whoever comes back (BID-6). */
export const CreationHint = ({ opportunityId, draft }: CreationHintProps) => {
  const keep = useKeepDraft(draft)
  const pass = usePass()
  const navigate = useNavigate()
  const to = creationPath(opportunityId)
  const follow = (event: MouseEvent) => {
    if (!isPlain(event)) return
    event.preventDefault()
    keep()
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

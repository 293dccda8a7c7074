import { useRow } from '../../api/kit/hooks'
import { isNameOnly } from '../../store/nameOnly'
import { RecordLink } from '../../ui/page/RecordLink'
import { RecordName } from '../kit/RecordName'
import { contactPaths } from './paths'

interface ContactLinkProps {
  id: number
  /** Beside a form that must not be left. */
  inNewTab?: boolean
}

/** A link to a contact. */
export const ContactLink = ({ id, inNewTab = false }: ContactLinkProps) => {
  const name = <RecordName resource="contacts" id={id} />
  // Those that the user does not see have no page.
  if (isNameOnly(useRow('contacts', id))) return name
  return (
    <RecordLink to={contactPaths.details(id)} {...(inNewTab && { target: '_blank', rel: 'noopener' })}>
      {name}
      {inNewTab && <span className="visually-hidden"> (opens in a new tab)</span>}
    </RecordLink>
  )
}

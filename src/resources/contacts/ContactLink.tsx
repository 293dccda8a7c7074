import { RecordLink } from '../../ui/page/RecordLink'
import { RecordName } from '../kit/RecordName'
import { contactPaths } from './paths'

interface ContactLinkProps {
  id: number
  /** Beside a form that must not be left. */
  inNewTab?: boolean
}

/** A link to a contact. */
export const ContactLink = ({ id, inNewTab = false }: ContactLinkProps) => (
  <RecordLink to={contactPaths.details(id)} {...(inNewTab && { target: '_blank', rel: 'noopener' })}>
    <RecordName resource="contacts" id={id} />
    {inNewTab && <span className="visually-hidden"> (opens in a new tab)</span>}
  </RecordLink>
)

import { RecordLink } from '../../ui/page/RecordLink'
import { ContactName } from './ContactName'
import { contactPaths } from './paths'

interface ContactLinkProps {
  id: number
  /** Beside a form that must not be left. */
  inNewTab?: boolean
}

/** A link to a contact. */
export const ContactLink = ({ id, inNewTab = false }: ContactLinkProps) => (
  <RecordLink to={contactPaths.details(id)} {...(inNewTab && { target: '_blank', rel: 'noopener' })}>
    <ContactName id={id} />
    {inNewTab && <span className="visually-hidden"> (opens in a new tab)</span>}
  </RecordLink>
)

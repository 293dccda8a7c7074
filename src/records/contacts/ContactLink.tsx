import { ContactName } from './ContactName'
import { contactPaths } from './paths'
import { RecordLink } from '../../ui/page/RecordLink'

/** The way to a contact, by name. */
export const ContactLink = ({ id }: { id: number }) => (
  <RecordLink to={contactPaths.details(id)}>
    <ContactName id={id} />
  </RecordLink>
)

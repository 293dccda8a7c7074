import { Link } from 'react-router-dom'
import { ContactName } from './ContactName'
import { contactPaths } from './paths'

/** The way to a contact, by name. */
export const ContactLink = ({ id }: { id: number }) => (
  <Link to={contactPaths.details(id)}>
    <ContactName id={id} />
  </Link>
)

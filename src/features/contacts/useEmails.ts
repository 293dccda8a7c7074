import { useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { emailKey } from '../../contract/emailKey'

type Contact = Row<'contacts'>
type Link = Row<'organizationContacts'>

/** Each address once, the personal one first. */
const emailsOf = ({ personal_email }: Contact, links: readonly Link[]): string[] => {
  const known = [personal_email, ...links.map(({ work_email }) => work_email)].filter(
    (email) => email !== null,
  )
  return [...new Map(known.map((email) => [emailKey(email), email])).values()]
}

/** Every address under which a contact is or was written to: what was arranged under an earlier one remains theirs. */
export const useEmails = (contact: Contact): string[] =>
  emailsOf(contact, useRows('organizationContacts', contact.organizations_contacts))

/** The addresses under which a contact is reached today: mail to an earlier one would go to a former employer. */
export const useCurrentEmails = (contact: Contact): string[] => {
  const links = useRows('organizationContacts', contact.organizations_contacts)
  return emailsOf(
    contact,
    links.filter(({ employment_status }) => employment_status === 'active'),
  )
}

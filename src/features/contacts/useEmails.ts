import { useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { emailKey } from '../../contract/emailKey'

type Contact = Row<'contacts'>
type Link = Row<'organizationContacts'>

/** Distinct addresses, the personal one first. */
const emailsOf = ({ personal_email }: Contact, links: readonly Link[]): string[] => {
  const known = [personal_email, ...links.map(({ work_email }) => work_email)].filter(
    (email) => email !== null,
  )
  return [...new Map(known.map((email) => [emailKey(email), email])).values()]
}

/** All present and former addresses of a contact: events with a former address still belong to the contact. */
export const useEmails = (contact: Contact): string[] =>
  emailsOf(contact, useRows('organizationContacts', contact.organizations_contacts))

/** The current addresses of a contact: mail to a former one would go to a former employer. */
export const useCurrentEmails = (contact: Contact): string[] => {
  const links = useRows('organizationContacts', contact.organizations_contacts)
  return emailsOf(
    contact,
    links.filter(({ employment_status }) => employment_status === 'active'),
  )
}

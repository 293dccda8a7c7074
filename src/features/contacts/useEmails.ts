import { useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { emailKey } from '../../contract/emailKey'

/** Every address under which a contact is written to, each once. */
export const useEmails = ({ personal_email, organizations_contacts }: Row<'contacts'>): string[] => {
  const links = useRows('organizationContacts', organizations_contacts)
  const known = [personal_email, ...links.map(({ work_email }) => work_email)].filter(
    (email) => email !== null,
  )
  return [...new Map(known.map((email) => [emailKey(email), email])).values()]
}

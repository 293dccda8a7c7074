import { useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'

/** The server looks for so many people at once. */
const most = 50

/** Every address under which a contact is written to. */
export const useEmails = ({ personal_email, organizations_contacts }: Row<'contacts'>): string[] => {
  const links = useRows('organizationContacts', organizations_contacts)
  const known = [personal_email, ...links.map(({ work_email }) => work_email)]
  return [...new Set(known.filter((email) => email !== null))].slice(0, most)
}

import { useRightRefusal, useSeenIds } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { useOpenDialog } from '../../resources/frameDialogs'
import { SendMessageButton } from '../../resources/messages/SendMessageButton'
import { useCurrentEmails } from './useEmails'

/** Writes to a contact with a current email; the personal one comes first (MSG-1). */
export const MessageButton = ({ contact }: { contact: Row<'contacts'> }) => {
  const open = useOpenDialog()
  const [email] = useCurrentEmails(contact)
  const mayWrite = useRightRefusal('write') === null
  const organizations = useSeenIds('organizations', contact.current_organizations)
  if (email === undefined || !mayWrite) return null
  const { contact_id, first_name, last_name } = contact
  // Of several, none is meant more than another.
  const organization = organizations.length === 1 ? organizations[0] : undefined
  return (
    <SendMessageButton
      onClick={() =>
        open('message', {
          to: [{ id: null, email, first_name, last_name }],
          about: { contact: contact_id, organization },
        })
      }
    />
  )
}

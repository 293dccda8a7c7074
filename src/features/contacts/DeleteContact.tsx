import { useRemoveContactMutation } from '../../api/contactsApi'
import type { Row } from '../../contract'
import { contactObjectId, contactPaths } from '../../resources/contacts/paths'
import { useFileCount } from '../../resources/files/useFileCount'
import { useNoteCount } from '../../api/notesApi'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import { useNavigateAfterDelete } from '../../ui/page/useGoBack'
import { enumerated } from '../../ui/value/enumerated'

interface DeleteContactProps {
  contact: Row<'contacts'>
  close: () => void
}

/** The records deleted together with a contact, once all are known. */
const useLinked = ({ contact_id, organizations_contacts }: Row<'contacts'>) => {
  const objectId = contactObjectId(contact_id)
  const notes = useNoteCount(objectId, 'contact')
  const files = useFileCount(objectId)
  if (notes === undefined || files === undefined) return undefined
  const gone = enumerated([
    [organizations_contacts.length, 'link to an organization', 'links to organizations'],
    [notes, 'note'],
    [files, 'file'],
  ])
  return gone ? `with its ${gone}` : 'with no links, notes or files'
}

/** Confirmation of a contact's deletion, followed by the list (CON-7). */
export const DeleteContact = ({ contact, close }: DeleteContactProps) => {
  const [remove] = useRemoveContactMutation()
  const leave = useNavigateAfterDelete(contactPaths.list)
  const linked = useLinked(contact)
  return (
    <DeleteDialog
      title="Delete Contact"
      name={contact.name}
      remove={() => remove(contact.contact_id).unwrap()}
      done={leave}
      cancel={close}
    >
      will wait in the trash{linked && `, ${linked}`}.
    </DeleteDialog>
  )
}

import { useRow } from '../../api/kit/hooks'
import { DeletedMark } from '../../ui/value/DeletedMark'

/** A contact's last, first and middle name, marked if the contact is in the trash. */
export const ContactName = ({ id }: { id: number }) => {
  const contact = useRow('contacts', id)
  return (
    contact && (
      <>
        {contact.name}
        <DeletedMark since={contact.deleted_at} />
      </>
    )
  )
}

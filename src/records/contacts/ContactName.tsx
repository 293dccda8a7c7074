import { useRow } from '../../api/kit/hooks'

/** What a contact is called: last, first and middle name. */
export const ContactName = ({ id }: { id: number }) => useRow('contacts', id)?.name

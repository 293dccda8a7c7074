import { useAppStore, useRightRefusal } from '../../api/kit/hooks'
import { organizationContactsApi } from '../../api/organizationContactsApi'
import type { Row } from '../../contract'
import type { Person } from '../../contract/fields'
import { useOpenDialog } from '../../resources/frameDialogs'
import { SendMessageButton } from '../../resources/messages/SendMessageButton'
import { selectRow } from '../../store/entities'
import { useStillHere } from '../../ui/navigationGuard/guards'

/** Contacts among which the first one with an email is looked for. */
const firstContacts = 20

/** Reads the first of those who work at an organization now, by name, who has an email; null where none has. */
const useFirstContact = (organization: number) => {
  const store = useAppStore()
  const [read, { isFetching }] = organizationContactsApi.list.useLazyQuery()
  const find = async (): Promise<{ person: Person; contact: number } | null> => {
    const { ids } = await read({
      q: '',
      limit: firstContacts,
      offset: 0,
      ordering: 'contact',
      organization,
      employment_status: 'active',
    }).unwrap()
    for (const id of ids) {
      const link = selectRow(store.getState(), 'organizationContacts', id)
      const contact = selectRow(store.getState(), 'contacts', link?.contact)
      const email = link?.work_email ?? contact?.personal_email
      if (contact && email) {
        const { contact_id, first_name, last_name } = contact
        return { person: { id: null, email, first_name, last_name }, contact: contact_id }
      }
    }
    return null
  }
  return { find, isFetching }
}

/** Writes to an organization: to its own email, else to the first of its contacts who has one (MAIL-6). */
export const MessageButton = ({ organization }: { organization: Row<'organizations'> }) => {
  const { organization_id: id, email } = organization
  const open = useOpenDialog()
  const { find, isFetching } = useFirstContact(id)
  const beginHere = useStillHere()
  if (useRightRefusal('write') !== null) return null
  const write = async () => {
    const isStillHere = beginHere()
    const own = email === null ? null : { id: null, email, first_name: null, last_name: null }
    // Without an answer, the recipient is chosen in the dialog.
    const found = own ? null : await find().catch(() => null)
    const to = own ?? found?.person
    if (isStillHere())
      open('message', { ...(to && { to: [to] }), about: { organization: id, contact: found?.contact } })
  }
  return <SendMessageButton loading={isFetching} onClick={() => void write()} />
}

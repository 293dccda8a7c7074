import { useSearchParams } from 'react-router-dom'
import { useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { contactPage } from '../../resources/contacts/page'
import { contactPaths, contactTrail } from '../../resources/contacts/paths'
import { Allowed } from '../../resources/kit/Allowed'
import { RecordPage } from '../../resources/kit/RecordPage'
import { idFrom } from '../../ui/page/idFrom'
import { PageHeader } from '../../ui/page/PageHeader'
import { useGoBack } from '../../ui/page/useGoBack'
import { EditContactForm } from './form/EditContactForm'

interface EditProps {
  contact: Row<'contacts'>
  readAgain: () => void
}

/**
 * With org_id in the query, the contact's link to that organization can be edited, too: an active one before an expired
 * one.
 */
const Edit = ({ contact, readAgain }: EditProps) => {
  const [query] = useSearchParams()
  const leave = useGoBack(contactPaths.details(contact.contact_id))
  const organization = idFrom(query.get('org_id') ?? undefined)
  const links = useRows('organizationContacts', contact.organizations_contacts)
  const there = links.filter((link) => link.organization === organization)
  const link = there.find(({ employment_status }) => employment_status === 'active') ?? there[0]
  return (
    <Allowed to="change" of="contacts" leave={leave}>
      <EditContactForm
        key={link?.organization_contact_id ?? 0}
        contact={contact}
        link={link}
        readAgain={readAgain}
      />
    </Allowed>
  )
}

/** /mpg/contacts/{id}/edit[?org_id=]; without an id, redirects to the list (CON-6). */
export const Page = () => (
  <RecordPage
    of={contactPage}
    head={(contact) => <PageHeader title="Edit Contact" trail={contactTrail(contact)} />}
  >
    {(contact, readAgain) => <Edit contact={contact} readAgain={readAgain} />}
  </RecordPage>
)

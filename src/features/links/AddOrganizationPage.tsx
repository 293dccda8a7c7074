import { contactPage } from '../../records/contacts/page'
import { contactPaths, contactTrail } from '../../records/contacts/paths'
import { RecordPage } from '../../records/kit/RecordPage'
import { organizationContactPaths } from '../../records/organizationContacts/paths'
import { PageHeader } from '../../ui/page/PageHeader'
import { contactLink } from './kinds'
import { NewLink } from './NewLink'

/** /mpg/contacts/{id}/organization/add: links a contact to an organization (CON-8, CON-12). */
export const Page = () => (
  <RecordPage
    of={contactPage}
    head={(contact) => <PageHeader title="Add Organization" trail={contactTrail(contact)} />}
  >
    {({ contact_id: id }) => (
      <NewLink
        kind={contactLink}
        label="Add organization"
        from="contact"
        id={id}
        tab={contactPaths.organizations(id)}
        editOf={({ organization }) => organizationContactPaths.edit(id, organization)}
      />
    )}
  </RecordPage>
)

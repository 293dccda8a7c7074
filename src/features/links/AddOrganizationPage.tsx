import { contactPage } from '../../resources/contacts/page'
import { contactPaths, contactTrail } from '../../resources/contacts/paths'
import { RecordPage } from '../../resources/kit/RecordPage'
import { organizationContactPaths } from '../../resources/organizationContacts/paths'
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

import { RecordPage } from '../../resources/kit/RecordPage'
import { organizationContactPaths } from '../../resources/organizationContacts/paths'
import { organizationPage } from '../../resources/organizations/page'
import { organizationPaths, organizationTrail } from '../../resources/organizations/paths'
import { PageHeader } from '../../ui/page/PageHeader'
import { contactLink } from './kinds'
import { NewLink } from './NewLink'

/** /mpg/organizations/{id}/contact/add: links an existing contact (ORG-8). */
export const Page = () => (
  <RecordPage
    of={organizationPage}
    head={(organization) => (
      <PageHeader title="Add Contact" trail={organizationTrail(organization, 'contacts')} />
    )}
  >
    {({ organization_id: id }) => (
      <NewLink
        kind={contactLink}
        label="Add contact"
        from="organization"
        id={id}
        tab={organizationPaths.tab(id, 'contacts')}
        editOf={({ contact }) => organizationContactPaths.edit(contact, id)}
      />
    )}
  </RecordPage>
)

import { addressPaths } from '../../resources/addresses/paths'
import { RecordPage } from '../../resources/kit/RecordPage'
import { organizationPage } from '../../resources/organizations/page'
import { organizationPaths, organizationTrail } from '../../resources/organizations/paths'
import { PageHeader } from '../../ui/page/PageHeader'
import { addressLink } from './kinds'
import { NewLink } from './NewLink'

/** /mpg/organizations/{id}/address/add: links an existing address (ORG-9). */
export const Page = () => (
  <RecordPage
    of={organizationPage}
    head={(organization) => (
      <PageHeader title="Add Address" trail={organizationTrail(organization, 'addresses')} />
    )}
  >
    {({ organization_id: id }) => (
      <NewLink
        kind={addressLink}
        label="Add address"
        from="organization"
        id={id}
        tab={organizationPaths.tab(id, 'addresses')}
        editOf={({ address }) => addressPaths.editOrganization(address, id)}
      />
    )}
  </RecordPage>
)

import { RecordPage } from '../../resources/kit/RecordPage'
import { organizationPage } from '../../resources/organizations/page'
import { organizationPaths, organizationTrail } from '../../resources/organizations/paths'
import { PageHeader } from '../../ui/page/PageHeader'
import { useGoBack } from '../../ui/page/useGoBack'
import { NewContactForm } from './form/NewContactForm'

const New = ({ organization }: { organization: number }) => {
  const goBack = useGoBack(organizationPaths.tab(organization, 'contacts'))
  return <NewContactForm organization={organization} done={goBack} cancel={goBack} />
}

/** /mpg/organizations/{id}/contact/create: a contact of that organization (ORG-8, CON-5). */
export const Page = () => (
  <RecordPage
    of={organizationPage}
    head={(organization) => (
      <PageHeader title="Create Contact" trail={organizationTrail(organization, 'contacts')} />
    )}
  >
    {({ organization_id }) => <New organization={organization_id} />}
  </RecordPage>
)

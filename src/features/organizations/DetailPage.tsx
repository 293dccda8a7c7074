import { RecordTabsPage } from '../../resources/kit/RecordTabsPage'
import { organizationPage } from '../../resources/organizations/page'
import { organizationPaths, organizationTabs } from '../../resources/organizations/paths'
import { Detail } from './Detail'

/** /mpg/organizations/{id}/{type}; unknown tabs open the details (ORG-6). */
export const Page = () => (
  <RecordTabsPage of={organizationPage} start={organizationPaths.details}>
    {(id, type, organization) => (
      <Detail
        id={id}
        organization={organization}
        tab={organizationTabs.find((tab) => tab === type) ?? 'details'}
      />
    )}
  </RecordTabsPage>
)

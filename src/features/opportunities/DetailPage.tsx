import { RecordTabsPage } from '../../resources/kit/RecordTabsPage'
import { opportunityPage } from '../../resources/opportunities/page'
import { opportunityPaths, opportunityTabs, type OpportunityTab } from '../../resources/opportunities/paths'
import { Detail } from './Detail'

/** Unknown tabs open the files. */
export const tabFor = (type: string | undefined): OpportunityTab =>
  opportunityTabs.find((tab) => tab === type) ?? 'files'

/** /mpg/opportunities/{id}/{type} (OPD-1, OPD-7). */
export const Page = () => (
  <RecordTabsPage of={opportunityPage} start={opportunityPaths.details}>
    {(id, tab, opportunity) => <Detail id={id} opportunity={opportunity} tab={tabFor(tab)} />}
  </RecordTabsPage>
)

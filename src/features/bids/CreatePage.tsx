import { PageHeader } from '../../ui/page/PageHeader'
import { BidForm } from './form/BidForm'
import { RecordPage } from '../../resources/kit/RecordPage'
import { opportunityPage } from '../../resources/opportunities/page'
import { opportunityTrail } from '../../resources/opportunities/paths'

/** /mpg/opportunities/{id}/bid/new */
export const Page = () => (
  <RecordPage
    of={opportunityPage}
    head={(opportunity) => <PageHeader title="New Bid" trail={opportunityTrail(opportunity)} />}
  >
    {({ opportunity_id, organizations }) => (
      <BidForm label="New bid" opportunityId={opportunity_id} organizations={organizations} />
    )}
  </RecordPage>
)

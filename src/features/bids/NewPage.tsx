import { PageHeader } from '../../ui/PageHeader'
import { BidForm } from './BidForm'
import { WithOpportunity } from './Loading'
import { trailTo } from './trail'

/** /mpg/opportunities/{id}/bid/new */
export const Page = () => (
  <WithOpportunity>
    {(opportunity) => (
      <>
        <PageHeader title="New Bid" trail={trailTo(opportunity)} />
        <BidForm
          label="New bid"
          opportunityId={opportunity.opportunity_id}
          organizations={opportunity.organizations}
        />
      </>
    )}
  </WithOpportunity>
)

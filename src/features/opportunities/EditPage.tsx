import { RecordPage } from '../../resources/kit/RecordPage'
import { opportunityPage } from '../../resources/opportunities/page'
import { opportunityTrail } from '../../resources/opportunities/paths'
import { PageHeader } from '../../ui/page/PageHeader'
import { OpportunityForm } from './form/OpportunityForm'
import './form/form.css'

/** /mpg/opportunities/{id}/edit; without an id, redirects to the list (OPE-1). */
export const Page = () => (
  <RecordPage
    of={opportunityPage}
    head={(opportunity) => <PageHeader title="Edit Opportunity" trail={opportunityTrail(opportunity)} />}
  >
    {(opportunity, readAgain) => <OpportunityForm opportunity={opportunity} readAgain={readAgain} />}
  </RecordPage>
)

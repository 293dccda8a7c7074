import { PageHeader } from '../../ui/page/PageHeader'
import { Wizard } from './wizard/Wizard'
import { opportunityTrail } from '../../resources/opportunities/paths'

/** /mpg/opportunities/new */
export const Page = () => (
  <>
    <PageHeader title="Create Opportunity" trail={opportunityTrail()} />
    <Wizard />
  </>
)

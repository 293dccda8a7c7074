import { PageHeader } from '../../ui/PageHeader'
import { listTrail } from './trail'
import { Wizard } from './wizard/Wizard'

/** /mpg/opportunities/new */
export const Page = () => (
  <>
    <PageHeader title="Create Opportunity" trail={listTrail} />
    <Wizard />
  </>
)

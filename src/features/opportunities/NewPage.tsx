import { PageHeader } from '../../ui/PageHeader'
import { LinkButton } from '../../ui/LinkButton'
import { listTrail } from './trail'

/** /mpg/opportunities/new */
export const Page = () => (
  <>
    <PageHeader title="Create Opportunity" trail={listTrail} />
    <p>Opportunities cannot be created in this version.</p>
    <LinkButton to="/mpg/opportunities">Back to the list</LinkButton>
  </>
)

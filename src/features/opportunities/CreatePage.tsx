import { PageHeader } from '../../ui/page/PageHeader'
import { Wizard } from './wizard/Wizard'
import { Allowed } from '../../resources/kit/Allowed'
import { opportunityPaths, opportunityTrail } from '../../resources/opportunities/paths'
import { useGoBack } from '../../ui/page/useGoBack'

/** /mpg/opportunities/new */
export const Page = () => {
  const leave = useGoBack(opportunityPaths.list)
  return (
    <>
      <PageHeader title="Create Opportunity" trail={opportunityTrail()} />
      <Allowed to="create" of="opportunities" leave={leave}>
        <Wizard />
      </Allowed>
    </>
  )
}

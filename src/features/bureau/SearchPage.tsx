import { skipToken } from '@reduxjs/toolkit/query'
import { useNavigate } from 'react-router-dom'
import { useSearchBureauQuery } from '../../api/bureauApi'
import { useInstallationQuery } from '../../api/installationApi'
import { asApiError } from '../../api/kit/errors'
import { useRow } from '../../api/kit/hooks'
import { useOpportunityQuery } from '../../api/opportunitiesApi'
import type { BureauSearch } from '../../contract/bureau'
import { opportunityPaths, opportunityTrail } from '../../resources/opportunities/paths'
import { organizationPaths, organizationTrail } from '../../resources/organizations/paths'
import { useOrganizationQueue } from '../../resources/organizations/useOrganizationQueue'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { Gone } from '../../ui/page/Gone'
import { PageHeader } from '../../ui/page/PageHeader'
import { useGoBack } from '../../ui/page/useGoBack'
import { useAsked } from './searchParams'
import { DemoHint } from './DemoHint'
import { Queue } from './Queue'
import { Results } from './Results'
import { SearchForm } from './SearchForm'
import './bureau.css'

/**
 * /mpg/organizations/experian/search: businesses of the credit bureau, to create organizations from, also for an
 * opportunity.
 */
export const Page = () => {
  const { opportunity: id, values, asked, ask } = useAsked()
  const navigate = useNavigate()
  const queue = useOrganizationQueue(id)
  const { error, refetch } = useOpportunityQuery(id ?? skipToken)
  const opportunity = useRow('opportunities', id)
  const reading = useSearchBureauQuery(asked ?? skipToken, { refetchOnMountOrArgChange: true })
  const demo = useInstallationQuery(undefined).data?.demo_bureau
  const search = (wanted: BureauSearch) => {
    if (!ask(wanted)) void reading.refetch()
  }
  const goBack = useGoBack(id === null ? organizationPaths.list : opportunityPaths.tab(id, 'organizations'))

  const problem = asApiError(error)
  if (problem?.status === 404)
    return <Gone text="This opportunity does not exist." detail={problem.detail} to={opportunityPaths.list} />
  return (
    <>
      <PageHeader
        title="Find Organization"
        trail={id === null ? organizationTrail() : opportunityTrail(opportunity)}
      />
      {problem && (
        <ErrorState
          inline
          title="The opportunity could not be loaded."
          error={problem}
          retry={() => void refetch()}
        />
      )}
      <div className={id === null ? 'bureau stack' : 'bureau stack bureau-with-queue'}>
        <SearchForm values={values} isAsking={reading.isFetching} ask={search} />
        {id !== null && <Queue opportunity={opportunity} queue={queue} done={goBack} />}
        <Results
          reading={reading}
          isAsked={asked !== null}
          demoHint={demo && <DemoHint demo={demo} ask={search} />}
          byHand={organizationPaths.create(
            id ?? undefined,
            asked ? { name: asked.organization_name, city: asked.city, state: asked.state } : undefined,
          )}
          choosing={id === null ? null : { organizations: opportunity?.organizations ?? [], ...queue }}
          added={(entry) => {
            if (id === null) void navigate(organizationPaths.details(entry.organization))
            else queue.add(entry)
          }}
        />
      </div>
    </>
  )
}

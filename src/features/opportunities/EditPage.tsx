import { Navigate, useParams } from 'react-router-dom'
import { asApiError } from '../../api/errors'
import { useRow } from '../../api/hooks'
import { useOpportunityQuery } from '../../api/opportunitiesApi'
import { ErrorState } from '../../ui/ErrorState'
import { Gone } from '../../ui/Gone'
import { idFrom } from '../../ui/idFrom'
import { PageHeader } from '../../ui/PageHeader'
import { OpportunityForm } from './form/OpportunityForm'
import { listPath, listTrail } from './trail'
import './form/form.css'

const Loaded = ({ id }: { id: number }) => {
  const { error, refetch } = useOpportunityQuery(id, { refetchOnMountOrArgChange: true })
  // What the list already knew can be edited at once, before the query has answered.
  const opportunity = useRow('opportunities', id)
  const problem = asApiError(error)

  if (problem?.status === 404)
    return <Gone text="This opportunity does not exist." detail={problem.detail} to={listPath} />
  return (
    <>
      <PageHeader
        title="Edit Opportunity"
        trail={[
          ...listTrail,
          ...(opportunity ? [{ label: opportunity.opportunity_name, to: `${listPath}/${id}/details` }] : []),
        ]}
      />
      {problem && (
        <ErrorState
          inline={opportunity !== undefined}
          title="This opportunity could not be loaded."
          error={problem}
          retry={() => void refetch()}
        />
      )}
      {opportunity && <OpportunityForm opportunity={opportunity} readAgain={() => void refetch()} />}
      {!opportunity && !problem && (
        <div className="form-waiting" role="status" aria-label="Loading">
          <span className="bar" />
          <span className="bar" />
          <span className="bar" />
        </div>
      )}
    </>
  )
}

/** /mpg/opportunities/{id}/edit; without an id, the list (OPE-1). */
export const Page = () => {
  const id = idFrom(useParams().id)
  return id === null ? <Navigate to={listPath} replace /> : <Loaded key={id} id={id} />
}

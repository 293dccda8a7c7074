import { Navigate, useParams } from 'react-router-dom'
import { asApiError } from '../../api/errors'
import { useRow } from '../../api/hooks'
import { useOpportunityQuery } from '../../api/opportunitiesApi'
import { ErrorState } from '../../ui/ErrorState'
import { Gone } from '../../ui/Gone'
import { idFrom } from '../../ui/idFrom'
import { Detail } from './Detail'
import { tabFor, type DetailTab } from './detailTabs'
import { listPath } from './trail'

const Loaded = ({ id, tab }: { id: number; tab: DetailTab }) => {
  const { error, refetch } = useOpportunityQuery(id, { refetchOnMountOrArgChange: true })
  // What the list already knew shows at once, before the query has answered.
  const opportunity = useRow('opportunities', id)
  const problem = asApiError(error)

  if (problem?.status === 404)
    return <Gone text="This opportunity does not exist." detail={problem.detail} to={listPath} />
  return (
    <>
      {problem && (
        <ErrorState
          inline={opportunity !== undefined}
          title="This opportunity could not be loaded."
          error={problem}
          retry={() => void refetch()}
        />
      )}
      {(opportunity ?? !problem) && <Detail id={id} opportunity={opportunity} tab={tab} />}
    </>
  )
}

/** /mpg/opportunities/{id}/{type}; without an id, the list (OPD-1, OPD-7). */
export const Page = () => {
  const { id: idText, type } = useParams()
  const id = idFrom(idText)
  if (id === null) return <Navigate to={listPath} replace />
  if (type === undefined) return <Navigate to={`${listPath}/${id}/details`} replace />
  return <Loaded key={id} id={id} tab={tabFor(type)} />
}

import { useEffect, type ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { asApiError } from '../../api/errors'
import { useAppDispatch, useRow } from '../../api/hooks'
import { useOpportunityQuery } from '../../api/opportunitiesApi'
import type { Row } from '../../contract'
import { toastShown } from '../../store/toasts'
import { ErrorState } from '../../ui/ErrorState'
import { PageHeader } from '../../ui/PageHeader'
import { RouteTabs } from '../../ui/RouteTabs'
import { DetailsTab } from './DetailsTab'
import { detailTabs, idFrom, tabFor, type DetailTab } from './detailTabs'
import { OrganizationsTab } from './OrganizationsTab'
import { TagBadges } from './TagBadges'
import { listTrail } from './trail'
import './detail.css'

const list = '/mpg/opportunities'

const tabTitles: Record<DetailTab, string> = {
  details: 'Opportunity Details',
  organizations: 'Organizations',
  files: 'Files',
}

/** The record is not there, or no longer: says so, and goes to the list. */
const Gone = ({ detail }: { detail: string }) => {
  const dispatch = useAppDispatch()
  useEffect(() => {
    dispatch(toastShown({ kind: 'error', title: 'Error', text: 'This opportunity does not exist.', detail }))
  }, [dispatch, detail])
  return <Navigate to={list} replace />
}

const Detail = ({ opportunity, tab }: { opportunity: Row<'opportunities'>; tab: DetailTab }) => {
  const { opportunity_id, opportunity_name, tags, organizations } = opportunity
  const content: Record<DetailTab, ReactNode> = {
    details: <DetailsTab opportunity={opportunity} />,
    organizations: <OrganizationsTab ids={organizations} />,
    files: <p>Files are not available in this version.</p>,
  }
  return (
    <>
      <PageHeader title={opportunity_name} trail={[...listTrail, { label: tabTitles[tab] }]}>
        <TagBadges ids={tags} />
      </PageHeader>
      <RouteTabs
        label="Opportunity"
        tabs={detailTabs.map((name) => ({ label: tabTitles[name], to: `${list}/${opportunity_id}/${name}` }))}
        open={detailTabs.indexOf(tab)}
      >
        {content[tab]}
      </RouteTabs>
    </>
  )
}

const Loaded = ({ id, tab }: { id: number; tab: DetailTab }) => {
  const { error, refetch } = useOpportunityQuery(id, { refetchOnMountOrArgChange: true })
  // What the list already knew shows at once, before the query has answered.
  const opportunity = useRow('opportunities', id)
  const problem = asApiError(error)

  if (problem?.status === 404) return <Gone detail={problem.detail} />
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
      {opportunity && <Detail opportunity={opportunity} tab={tab} />}
      {!opportunity && !problem && (
        <div className="detail-waiting" role="status" aria-label="Loading">
          <span className="bar" />
          <span className="bar" />
          <span className="bar" />
        </div>
      )}
    </>
  )
}

/** /mpg/opportunities/{id}/{type}; without an id, the list (OPD-1, OPD-7). */
export const Page = () => {
  const { id: idText, type } = useParams()
  const id = idFrom(idText)
  if (id === null) return <Navigate to={list} replace />
  if (type === undefined) return <Navigate to={`${list}/${id}/details`} replace />
  return <Loaded key={id} id={id} tab={tabFor(type)} />
}

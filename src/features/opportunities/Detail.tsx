import type { ReactNode } from 'react'
import { useAppSelector } from '../../api/hooks'
import type { Row } from '../../contract'
import { PageHeader } from '../../ui/PageHeader'
import { RouteTabs } from '../../ui/RouteTabs'
import { FilesPanel, useFileCount } from '../files/public'
import { TagBadges } from '../tags/public'
import { DetailActions } from './DetailActions'
import { DetailsTab } from './DetailsTab'
import { detailTabs, type DetailTab } from './detailTabs'
import { objectIdOf } from './objectId'
import { OrganizationsTab } from './OrganizationsTab'
import { listPath } from './trail'
import './detail.css'

const tabTitles: Record<DetailTab, string> = {
  details: 'Opportunity Details',
  organizations: 'Organizations',
  files: 'Files',
}

interface DetailProps {
  id: number
  /** Undefined before anything is known of it: the page then keeps its places free. */
  opportunity: Row<'opportunities'> | undefined
  tab: DetailTab
}

const Head = ({ opportunity, tab }: { opportunity: Row<'opportunities'>; tab: DetailTab }) => {
  const cameFrom = useAppSelector(({ seenLists }) => seenLists.opportunities?.address)
  return (
    <PageHeader
      title={opportunity.opportunity_name}
      trail={[{ label: 'Opportunities', to: cameFrom ?? listPath }, { label: tabTitles[tab] }]}
      actions={<DetailActions opportunity={opportunity} tab={tab} />}
    >
      <TagBadges ids={opportunity.tags} />
    </PageHeader>
  )
}

/** The screen of one opportunity: what it is called, its tags and actions, and its tabs (OPD-1, OPD-2). */
export const Detail = ({ id, opportunity, tab }: DetailProps) => {
  const objectId = objectIdOf(id)
  const files = useFileCount(objectId)
  const counts: Record<DetailTab, number | null | undefined> = {
    details: undefined,
    organizations: opportunity?.organizations.length ?? null,
    files: files ?? null,
  }
  const content: Record<DetailTab, ReactNode> = {
    details: <DetailsTab id={id} opportunity={opportunity} />,
    organizations: <OrganizationsTab opportunity={opportunity} />,
    files: <FilesPanel objectId={objectId} />,
  }
  return (
    <>
      {opportunity ? (
        <Head opportunity={opportunity} tab={tab} />
      ) : (
        <div className="page-header detail-head-waiting" role="status" aria-label="Loading">
          <span className="bar" />
        </div>
      )}
      <RouteTabs
        label="Opportunity"
        tabs={detailTabs.map((name) => {
          const count = counts[name]
          return {
            label: tabTitles[name],
            to: `${listPath}/${id}/${name}`,
            ...(count !== undefined && { count }),
          }
        })}
        open={detailTabs.indexOf(tab)}
      >
        {content[tab]}
      </RouteTabs>
    </>
  )
}

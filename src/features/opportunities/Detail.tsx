import { memo, type ReactNode } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { PageHeader } from '../../ui/page/PageHeader'
import { RouteTabs } from '../../ui/page/RouteTabs'
import { FilesPanel } from '../../resources/files/FilesPanel'
import { useFileCount } from '../../resources/files/useFileCount'
import { HistoryTab } from '../../resources/kit/HistorySection'
import { RecordHeadBar } from '../../resources/kit/RecordPage'
import { TagBadges } from '../../resources/tags/TagBadges'
import { DetailSummary } from './DetailSummary'
import { DetailActions } from './DetailActions'
import { DetailsTab } from './DetailsTab'
import { opportunityFieldMeta } from '../../resources/opportunities/fieldMeta'
import {
  objectIdOf,
  opportunityPaths,
  opportunityTabs,
  type OpportunityTab,
} from '../../resources/opportunities/paths'
import { OrganizationsTab } from './OrganizationsTab'
import { ContractsTab } from '../../resources/contracts/ContractsTab'
import { useQuoteCount } from '../../resources/quotes/useQuoteCount'
import { QuotesTab } from './QuotesTab'
import './detail.css'

const tabTitles: Record<OpportunityTab, string> = {
  details: 'Opportunity Details',
  quotes: 'Quotes',
  contracts: 'Contracts',
  organizations: 'Organizations',
  files: 'Files',
  history: 'History',
}

interface DetailProps {
  id: number
  /** Undefined until loaded: the page then shows placeholders. */
  opportunity: Row<'opportunities'> | undefined
  tab: OpportunityTab
}

const Head = ({ opportunity, tab }: { opportunity: Row<'opportunities'>; tab: OpportunityTab }) => {
  const cameFrom = useAppSelector(({ visitedLists }) => visitedLists.opportunities?.address)
  return (
    <PageHeader
      title={opportunity.opportunity_name}
      isName
      trail={[{ label: 'Opportunities', to: cameFrom ?? opportunityPaths.list }, { label: tabTitles[tab] }]}
      actions={<DetailActions opportunity={opportunity} tab={tab} />}
    >
      <TagBadges ids={opportunity.tags} />
    </PageHeader>
  )
}

/** The page of one opportunity: name, tags, actions and tabs (OPD-1, OPD-2). */
export const Detail = memo(({ id, opportunity, tab }: DetailProps) => {
  const objectId = objectIdOf(id)
  const files = useFileCount(objectId)
  const quotes = useQuoteCount(id)
  const counts: Record<OpportunityTab, number | null | undefined> = {
    details: undefined,
    quotes: quotes ?? null,
    contracts: undefined,
    organizations: opportunity?.organizations.length ?? null,
    files: files ?? null,
    history: undefined,
  }
  const content: Record<OpportunityTab, ReactNode> = {
    details: <DetailsTab id={id} opportunity={opportunity} />,
    quotes: <QuotesTab id={id} opportunity={opportunity} />,
    contracts: <ContractsTab of="opportunity" id={id} />,
    organizations: <OrganizationsTab opportunity={opportunity} />,
    files: <FilesPanel objectId={objectId} />,
    history: <HistoryTab of={opportunityFieldMeta} row={opportunity} />,
  }
  return (
    <>
      {opportunity ? <Head opportunity={opportunity} tab={tab} /> : <RecordHeadBar />}
      <DetailSummary opportunity={opportunity} />
      <RouteTabs
        label="Opportunity"
        tabs={opportunityTabs.map((name) => {
          const count = counts[name]
          return {
            label: tabTitles[name],
            to: opportunityPaths.tab(id, name),
            ...(count !== undefined && { count }),
          }
        })}
        open={opportunityTabs.indexOf(tab)}
      >
        {content[tab]}
      </RouteTabs>
    </>
  )
})

import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { bidsApi } from '../../api/bidsApi'
import type { Row } from '../../contract'
import { idFrom } from '../../ui/page/idFrom'
import { RecordPage, type PageKind } from '../../resources/kit/RecordPage'
import { opportunityPaths } from '../../resources/opportunities/paths'

const bidPage: PageKind<'bids'> = {
  resource: 'bids',
  endpoint: bidsApi.endpoints.bid,
  what: 'This bid',
  list: opportunityPaths.list,
}

interface BidPageProps {
  children: (bid: Row<'bids'>, readAgain: () => void) => ReactNode
}

/** The frame of a bid's pages; redirects to the list for an id that is missing or of another opportunity (BID-1). */
export const BidPage = ({ children }: BidPageProps) => {
  const opportunity = idFrom(useParams().id)
  if (opportunity === null) return <Navigate to={opportunityPaths.list} replace />
  return (
    <RecordPage
      of={bidPage}
      param="bidId"
      refuse={(bid) => (bid.opportunity === opportunity ? undefined : 'It belongs to another opportunity.')}
    >
      {children}
    </RecordPage>
  )
}

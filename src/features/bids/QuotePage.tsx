import { Navigate } from 'react-router-dom'
import { bidsApi } from '../../api/bidsApi'
import { useRow } from '../../api/kit/hooks'
import { quotesApi } from '../../api/quotesApi'
import { pageKind, RecordBars, RecordPage } from '../../resources/kit/RecordPage'
import { opportunityPaths } from '../../resources/opportunities/paths'
import { quotePaths } from '../../resources/quotes/paths'
import { quotes } from '../../resources/quotes/resource'

const quotePage = pageKind({ ...quotes, list: opportunityPaths.list }, quotesApi.row)

const ToBid = ({ id }: { id: number }) => {
  bidsApi.endpoints.bid.useQuery(id)
  const bid = useRow('bids', id)
  return bid ? <Navigate to={quotePaths.ofBid(bid.opportunity, id)} replace /> : <RecordBars />
}

/** /mpg/quotes/{id} leads to the quotes of its bid. */
export const Page = () => <RecordPage of={quotePage}>{({ bid }) => <ToBid id={bid} />}</RecordPage>

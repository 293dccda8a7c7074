import { useSearchParams } from 'react-router-dom'
import { FilesPanel } from '../../resources/files/FilesPanel'
import { bidFieldMeta } from '../../resources/bids/fieldMeta'
import { HistoryTab } from '../../resources/kit/HistorySection'
import { BidFacts } from './BidFacts'
import { BidPage } from './BidPage'
import { bidObjectId, BidView } from './BidView'

/** /mpg/opportunities/{id}/bid/{bidId} */
export const Page = () => {
  const [query] = useSearchParams()
  const tab = (['files', 'history'] as const).find((name) => name === query.get('tab')) ?? 'details'
  return (
    <BidPage>
      {(bid) => (
        <BidView bid={bid} tab={tab}>
          {tab === 'details' && <BidFacts bid={bid} />}
          {tab === 'files' && <FilesPanel objectId={bidObjectId(bid)} />}
          {tab === 'history' && <HistoryTab of={bidFieldMeta} row={bid} />}
        </BidView>
      )}
    </BidPage>
  )
}

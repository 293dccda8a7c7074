import { useSearchParams } from 'react-router-dom'
import { FilesPanel } from '../../resources/files/FilesPanel'
import { BidFacts } from './BidFacts'
import { BidPage } from './BidPage'
import { bidObjectId, BidView } from './BidView'

/** /mpg/opportunities/{id}/bid/{bidId} */
export const Page = () => {
  const [query] = useSearchParams()
  const showsFiles = query.get('tab') === 'files'
  return (
    <BidPage>
      {(bid) => (
        <BidView bid={bid} tab={showsFiles ? 'files' : 'details'}>
          {showsFiles ? <FilesPanel objectId={bidObjectId(bid)} /> : <BidFacts bid={bid} />}
        </BidView>
      )}
    </BidPage>
  )
}

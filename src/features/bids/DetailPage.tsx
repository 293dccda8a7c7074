import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Button } from '../../ui/antd/Button'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useRow } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { useNavigateAfterDelete, useGoBack } from '../../ui/page/useGoBack'
import { LinkButton } from '../../ui/page/LinkButton'
import { PageHeader } from '../../ui/page/PageHeader'
import { RouteTabs } from '../../ui/page/RouteTabs'
import { FilesPanel } from '../../resources/files/FilesPanel'
import { useFileCount } from '../../resources/files/useFileCount'
import { TagBadges } from '../../resources/tags/TagBadges'
import { BidPage } from './BidPage'
import { BidFacts } from './BidFacts'
import { BidSummary } from './BidSummary'
import { fromBid } from './layout'
import { bidTitle } from '../../resources/bids/names'
import './bid-detail.css'
import { opportunityPaths, opportunityTrail } from '../../resources/opportunities/paths'
import { bidPaths } from '../../resources/bids/paths'

const DeleteBid = lazyDialog(async () => (await import('../../resources/bids/DeleteBid')).DeleteBid)

type Bid = Row<'bids'>

const Actions = ({ bid }: { bid: Bid }) => {
  const { bid_id, opportunity } = bid
  const [isDoomed, setIsDoomed] = useState(false)
  const details = opportunityPaths.details(opportunity)
  const leave = useNavigateAfterDelete(details)
  return (
    <>
      <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={useGoBack(details)}>
        Go Back
      </Button>
      <LinkButton
        to={bidPaths.edit(opportunity, bid_id)}
        state={fromBid}
        data-key="edit"
        icon={<EditOutlined aria-hidden />}
      >
        Edit
      </LinkButton>
      <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsDoomed(true)}>
        Delete
      </Button>
      {isDoomed && <DeleteBid bid={bid} done={leave} close={() => setIsDoomed(false)} />}
    </>
  )
}

/** The opportunity of a bid, and the badges beside its name (BID-8). */
const Head = ({ bid }: { bid: Bid }) => {
  const opportunity = useRow('opportunities', bid.opportunity)
  return (
    <>
      <PageHeader
        title={bidTitle(bid)}
        isName
        trail={opportunityTrail(opportunity)}
        actions={<Actions bid={bid} />}
      >
        <p className="bid-deal">
          <Link to={opportunityPaths.details(bid.opportunity)}>{opportunity?.opportunity_name}</Link>
          <TagBadges ids={opportunity?.tags ?? []} />
        </p>
      </PageHeader>
      <BidSummary bid={bid} />
    </>
  )
}

/** BID-10 */
const Tabs = ({ bid }: { bid: Bid }) => {
  const objectId = String(bid.bid_id)
  const files = useFileCount(objectId)
  const [query] = useSearchParams()
  const path = bidPaths.record(bid.opportunity, bid.bid_id)
  const showsFiles = query.get('tab') === 'files'
  return (
    <RouteTabs
      label="Bid"
      tabs={[
        { label: 'Bid Details', to: path },
        { label: 'Files', to: `${path}?tab=files`, count: files ?? null },
      ]}
      open={showsFiles ? 1 : 0}
    >
      {showsFiles ? <FilesPanel objectId={objectId} /> : <BidFacts bid={bid} />}
    </RouteTabs>
  )
}

/** /mpg/opportunities/{id}/bid/{bidId} */
export const Page = () => (
  <BidPage>
    {(bid) => (
      <>
        <Head bid={bid} />
        <Tabs bid={bid} />
      </>
    )}
  </BidPage>
)

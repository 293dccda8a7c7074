import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Button } from '../../ui/antd/Button'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useRow } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { useNavigateAfterDelete, useGoBack } from '../../ui/page/useGoBack'
import { LinkButton } from '../../ui/page/LinkButton'
import { PageHeader } from '../../ui/page/PageHeader'
import { RouteTabs } from '../../ui/page/RouteTabs'
import { useFileCount } from '../../resources/files/useFileCount'
import { TagBadges } from '../../resources/tags/TagBadges'
import { BidSummary } from './BidSummary'
import { fromBid } from './layout'
import { bidTitle } from '../../resources/bids/names'
import './bid-detail.css'
import { opportunityPaths, opportunityTrail } from '../../resources/opportunities/paths'
import { bidPaths } from '../../resources/bids/paths'
import { FollowButton } from '../../resources/kit/FollowButton'
import { quotePaths } from '../../resources/quotes/paths'
import { IfAllowed } from '../../resources/kit/IfAllowed'

const DeleteBid = lazyDialog(async () => (await import('../../resources/bids/DeleteBid')).DeleteBid)

type Bid = Row<'bids'>

/** The object id of a bid's files. */
export const bidObjectId = ({ bid_id }: Bid) => String(bid_id)

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
      <FollowButton key={bid_id} resource="bids" id={bid_id} />
      <IfAllowed to="change" of="bids">
        <LinkButton
          to={bidPaths.edit(opportunity, bid_id)}
          state={fromBid}
          data-key="edit"
          icon={<EditOutlined aria-hidden />}
        >
          Edit
        </LinkButton>
      </IfAllowed>
      <IfAllowed to="remove" of="bids">
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsDoomed(true)}>
          Delete
        </Button>
      </IfAllowed>
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

/** The tabs of a bid: BID-10, QUO-7. */
const tabNames = ['details', 'quotes', 'files', 'history'] as const
type BidTab = (typeof tabNames)[number]

interface BidViewProps {
  bid: Bid
  tab: BidTab
  /** Content of the tab. */
  children: ReactNode
}

/** A bid with its name, its key facts, and one of its tabs. */
export const BidView = ({ bid, tab, children }: BidViewProps) => {
  const files = useFileCount(bidObjectId(bid))
  const path = bidPaths.record(bid.opportunity, bid.bid_id)
  return (
    <>
      <Head bid={bid} />
      <RouteTabs
        label="Bid"
        tabs={[
          { label: 'Bid Details', to: path },
          { label: 'Quotes', to: quotePaths.ofBid(bid.opportunity, bid.bid_id) },
          { label: 'Files', to: `${path}?tab=files`, count: files ?? null },
          { label: 'History', to: `${path}?tab=history` },
        ]}
        open={tabNames.indexOf(tab)}
      >
        {children}
      </RouteTabs>
    </>
  )
}

import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import Button from 'antd/es/button'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useRow } from '../../api/hooks'
import type { Row } from '../../contract'
import { LinkButton } from '../../ui/LinkButton'
import { PageHeader } from '../../ui/PageHeader'
import { RouteTabs } from '../../ui/RouteTabs'
import { useGoBack } from '../../ui/useGoBack'
import { FilesPanel, useFileCount } from '../files/public'
import { TagBadges } from '../tags/public'
import { BidTables } from './BidTables'
import { fromBid } from './cameFrom'
import { WithBid } from './Loading'
import { bidTitle } from './names'
import { bidPath, detailsPath, editPath } from './paths'
import { trailTo } from './trail'
import { UtilityStateText } from './UtilityStateText'
import './bid-detail.css'

const DeleteBid = lazy(async () => ({ default: (await import('./DeleteBid')).DeleteBid }))

type Bid = Row<'bids'>

const Actions = ({ bid }: { bid: Bid }) => {
  const { bid_id, opportunity } = bid
  const [isDoomed, setIsDoomed] = useState(false)
  const navigate = useNavigate()
  const details = detailsPath(opportunity)
  return (
    <>
      <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={useGoBack(details)}>
        Go Back
      </Button>
      <LinkButton to={editPath(opportunity, bid_id)} state={fromBid} icon={<EditOutlined aria-hidden />}>
        Edit
      </LinkButton>
      <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsDoomed(true)}>
        Delete
      </Button>
      <Suspense>
        {isDoomed && (
          <DeleteBid
            bid={bid}
            done={() => void navigate(details, { replace: true })}
            cancel={() => setIsDoomed(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** BID-8 */
const Head = ({ bid }: { bid: Bid }) => {
  const opportunity = useRow('opportunities', bid.opportunity)
  const legalEntity = useRow('organizations', bid.legal_entity)
  return (
    <>
      <PageHeader title={bidTitle(bid)} trail={trailTo(opportunity)} actions={<Actions bid={bid} />} />
      <div className="bid-head">
        <p className="bid-deal">
          <Link to={detailsPath(bid.opportunity)}>{opportunity?.opportunity_name}</Link>
          <TagBadges ids={opportunity?.tags ?? []} />
        </p>
        <dl>
          <div>
            <dt>Legal Entity</dt>
            <dd>{legalEntity?.name.toUpperCase()}</dd>
          </div>
          <div>
            <dt>Utility</dt>
            <dd>
              <UtilityStateText id={bid.utility_state} />
            </dd>
          </div>
          <div>
            <dt>Supplier</dt>
            <dd>{bid.supplier}</dd>
          </div>
        </dl>
      </div>
    </>
  )
}

/** BID-10 */
const Tabs = ({ bid }: { bid: Bid }) => {
  const objectId = String(bid.bid_id)
  const files = useFileCount(objectId)
  const [query] = useSearchParams()
  const path = bidPath(bid.opportunity, bid.bid_id)
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
      {showsFiles ? <FilesPanel objectId={objectId} /> : <BidTables bid={bid} />}
    </RouteTabs>
  )
}

/** /mpg/opportunities/{id}/bid/{bidId} */
export const Page = () => (
  <WithBid>
    {({ bid }) => (
      <>
        <Head bid={bid} />
        <Tabs bid={bid} />
      </>
    )}
  </WithBid>
)

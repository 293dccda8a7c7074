import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import Button from 'antd/es/button'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useRow } from '../../api/hooks'
import { useOpportunityQuery } from '../../api/opportunitiesApi'
import { usePass } from '../../ui/leaving/guards'
import { PageHeader } from '../../ui/PageHeader'
import { useGoBack } from '../../ui/useGoBack'
import { BidForm } from './BidForm'
import { cameFromBid } from './cameFrom'
import { WithBid, type KnownBid } from './Loading'
import { bidTitle } from './names'
import { detailsPath } from './paths'
import { trailTo } from './trail'

const DeleteBid = lazy(async () => ({ default: (await import('./DeleteBid')).DeleteBid }))

const Edit = ({ bid, readAgain }: KnownBid) => {
  const [isDoomed, setIsDoomed] = useState(false)
  const { opportunity: opportunityId } = bid
  // Brings the organizations that the form offers first.
  useOpportunityQuery(opportunityId)
  const opportunity = useRow('opportunities', opportunityId)
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const pass = usePass()
  const details = detailsPath(opportunityId)
  const goBack = useGoBack(details)
  // The page of a bid that is gone is no place to go back to.
  const leave = () => (cameFromBid(state) ? void navigate(details, { replace: true }) : goBack())

  return (
    <>
      <PageHeader title={`Edit ${bidTitle(bid)}`} trail={trailTo(opportunity)} />
      <BidForm
        label="Edit bid"
        opportunityId={opportunityId}
        organizations={opportunity?.organizations ?? []}
        bid={bid}
        readAgain={readAgain}
      >
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsDoomed(true)}>
          Delete
        </Button>
      </BidForm>
      <Suspense>
        {isDoomed && <DeleteBid bid={bid} done={() => pass(leave)} cancel={() => setIsDoomed(false)} />}
      </Suspense>
    </>
  )
}

/** /mpg/opportunities/{id}/bid/{bidId}/edit-from-bid */
export const Page = () => <WithBid>{(known) => <Edit {...known} />}</WithBid>

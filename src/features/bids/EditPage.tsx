import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { Button } from '../../ui/antd/Button'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useRow } from '../../api/kit/hooks'
import { useOpportunityQuery } from '../../api/opportunitiesApi'
import type { Row } from '../../contract'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { usePass } from '../../ui/navigationGuard/guards'
import { PageHeader } from '../../ui/page/PageHeader'
import { useGoBack } from '../../ui/page/useGoBack'
import { BidPage } from './BidPage'
import { BidForm } from './form/BidForm'
import { cameFromBid } from './layout'
import { bidTitle } from '../../resources/bids/names'
import { opportunityPaths, opportunityTrail } from '../../resources/opportunities/paths'

const DeleteBid = lazyDialog(async () => (await import('../../resources/bids/DeleteBid')).DeleteBid)

interface EditProps {
  bid: Row<'bids'>
  /** Refetches the bid, with its last editor. */
  readAgain: () => void
}

const Edit = ({ bid, readAgain }: EditProps) => {
  const [isDoomed, setIsDoomed] = useState(false)
  const { opportunity: opportunityId } = bid
  // Loads the organizations that the form shows first.
  useOpportunityQuery(opportunityId)
  const opportunity = useRow('opportunities', opportunityId)
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const pass = usePass()
  const details = opportunityPaths.details(opportunityId)
  const goBack = useGoBack(details)
  // The page of a deleted bid must not be returned to.
  const leave = () => (cameFromBid(state) ? void navigate(details, { replace: true }) : goBack())

  return (
    <>
      <PageHeader title={`Edit ${bidTitle(bid)}`} trail={opportunityTrail(opportunity)} />
      <BidForm
        label="Edit bid"
        opportunityId={opportunityId}
        organizations={opportunity?.organizations ?? []}
        bid={bid}
        readAgain={readAgain}
        actions={
          <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsDoomed(true)}>
            Delete
          </Button>
        }
      />
      {isDoomed && <DeleteBid bid={bid} done={() => pass(leave)} close={() => setIsDoomed(false)} />}
    </>
  )
}

/** /mpg/opportunities/{id}/bid/{bidId}/edit-from-bid */
export const Page = () => <BidPage>{(bid, readAgain) => <Edit bid={bid} readAgain={readAgain} />}</BidPage>

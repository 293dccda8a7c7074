import { Link } from 'react-router-dom'
import { usePurgeMutation } from '../../api/trashApi'
import type { ApiError } from '../../api/kit/errors'
import { bidPaths } from '../../resources/bids/paths'
import { trashPaths } from '../../resources/trash/paths'
import type { RecordKey } from '../../store/toasts'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'

interface PurgeDialogProps {
  of: RecordKey
  /** Name of the record. */
  name: string
  close: () => void
}

/**
 * Leads to the bid that a refused deletion names; bids are all that cannot do without a record in the trash. One that is
 * there itself is listed by itself, or comes with its opportunity.
 */
const usedBy = ({ current }: ApiError) => {
  const { bid_id: bid, opportunity, deleted_at } = current ?? {}
  if (typeof bid !== 'number' || typeof opportunity !== 'number') return null
  if (deleted_at === null) return <Link to={bidPaths.record(opportunity, bid)}>Open the bid</Link>
  return (
    <>
      The bid is in the trash, too: among the <Link to={trashPaths.tab('bids')}>bids</Link>, or with its
      opportunity among the <Link to={trashPaths.tab('opportunities')}>opportunities</Link>.
    </>
  )
}

/** Confirmation before a record in the trash is deleted permanently. */
export const PurgeDialog = ({ of, name, close }: PurgeDialogProps) => {
  const [purge] = usePurgeMutation()
  return (
    <DeleteDialog
      title="Delete for good"
      name={name}
      forGood
      remove={() => purge(of).unwrap()}
      done={close}
      cancel={close}
      wayOut={usedBy}
    >
      and all that went to the trash with it.
    </DeleteDialog>
  )
}

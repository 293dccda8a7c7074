import { useRemoveBidMutation } from '../../api/bidsApi'
import type { Row } from '../../contract'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import { counted } from '../../ui/value/numbers'
import { useFileCount } from '../files/useFileCount'
import { bidTitle } from './names'

interface DeleteBidProps {
  bid: Row<'bids'>
  close: () => void
  /** Called after the deletion. */
  done?: () => void
}

/** BID-9 */
export const DeleteBid = ({ bid, close, done = close }: DeleteBidProps) => {
  const [remove] = useRemoveBidMutation()
  const files = useFileCount(String(bid.bid_id))
  return (
    <DeleteDialog
      title={`DELETE ${bid.name ?? `bid ${bid.bid_id}`}`}
      name={bidTitle(bid)}
      remove={() => remove(bid.bid_id).unwrap()}
      done={done}
      cancel={close}
    >
      {files !== undefined && files > 0 && `and its ${counted(files, 'file')}`}
    </DeleteDialog>
  )
}

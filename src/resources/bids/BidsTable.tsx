import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useId, useMemo, useState } from 'react'
import { useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { CardView } from '../../ui/table/CardView'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { LinkButton } from '../../ui/page/LinkButton'
import { TableView } from '../../ui/table/TableView'
import { useIsNarrow } from '../../ui/hooks/useMediaQuery'
import { columns } from './columns'
import '../../ui/table/resource-table.css'
import './bids-table.css'
import { bidPaths } from './paths'
import { IfAllowed } from '../kit/IfAllowed'

const DeleteBid = lazyDialog(async () => (await import('./DeleteBid')).DeleteBid)

interface BidsTableProps {
  opportunityId: number
  /** Undefined until the opportunity is loaded. */
  bidIds: readonly number[] | undefined
}

const noIds: readonly number[] = []

/** The bids of an opportunity (OPD-6), with placeholders for rows that are loading. */
export const BidsTable = ({ opportunityId, bidIds }: BidsTableProps) => {
  const id = useId()
  const [doomed, setDoomed] = useState<Row<'bids'> | null>(null)
  const shown = useMemo(() => columns(setDoomed), [])
  const View = useIsNarrow() ? CardView : TableView
  const known = useRows('bids', bidIds ?? noIds)
  const close = () => setDoomed(null)
  return (
    <section className="bids" aria-labelledby={id}>
      <div className="bids-head line">
        <h2 id={id}>Bids</h2>
        <IfAllowed to="create" of="bids">
          <LinkButton to={bidPaths.create(opportunityId)} icon={<PlusOutlined aria-hidden />}>
            Add Bid
          </LinkButton>
        </IfAllowed>
      </div>
      {bidIds?.length === 0 ? (
        <EmptyState
          title="There are no bids yet."
          hint="A bid is what a supplier is asked to price: sites, months and terms."
        >
          <IfAllowed to="create" of="bids">
            <LinkButton to={bidPaths.create(opportunityId)}>Add the first bid</LinkButton>
          </IfAllowed>
        </EmptyState>
      ) : (
        <div className="resource-table">
          <View
            label="Bids"
            columns={shown}
            rows={bidIds && known.length === bidIds.length ? known : undefined}
            idOf={({ bid_id }) => bid_id}
            expected={bidIds?.length}
          />
        </div>
      )}
      {doomed && <DeleteBid bid={doomed} close={close} />}
    </section>
  )
}

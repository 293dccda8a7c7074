import { useMemo } from 'react'
import { bidsApi } from '../../api/bidsApi'
import { contract } from '../../contract'
import { organizationBidColumns } from '../../resources/bids/columns'
import { ListBody } from '../../ui/list/ListBody'
import { useListState } from '../../ui/list/useListState'
import '../../resources/bids/bids-table.css'

/** The bids with the organization as legal entity, paginated (ORG-10). */
export const BidsTab = ({ id }: { id: number }) => {
  const list = useListState(contract.bids)
  const within = useMemo(() => ({ legal_entity: String(id) }), [id])
  return (
    <ListBody
      resource="bids"
      endpoint={bidsApi.endpoints.bidsList}
      list={list}
      within={within}
      noun="bids"
      columns={organizationBidColumns}
      emptyDescription="A bid that names this organization as its legal entity stands here; it is made in its opportunity."
    />
  )
}

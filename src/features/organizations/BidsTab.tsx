import { useMemo } from 'react'
import { bidsApi } from '../../api/bidsApi'
import { contract } from '../../contract'
import { organizationBidColumns } from '../../resources/bids/columns'
import { bulkSelectionOf } from '../../resources/kit/bulk/bulkSelection'
import { listFiltersOf } from '../../resources/kit/filters/listFilters'
import { bidFieldMeta } from '../../resources/bids/fieldMeta'
import { ListBody } from '../../ui/list/ListBody'
import { useListState } from '../../ui/list/useListState'
import '../../resources/bids/bids-table.css'

const fieldFilters = listFiltersOf(bidFieldMeta, { without: ['legal_entity'] })

const selectable = bulkSelectionOf(bidFieldMeta)

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
      selectable={selectable}
      filters={<fieldFilters.Add list={list} />}
      chips={<fieldFilters.Chips list={list} />}
      emptyDescription="A bid that names this organization as its legal entity stands here; it is made in its opportunity."
    />
  )
}

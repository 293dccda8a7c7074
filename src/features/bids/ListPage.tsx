import { bidsApi } from '../../api/bidsApi'
import { bidListColumns } from '../../resources/bids/columns'
import { bidFieldMeta } from '../../resources/bids/fieldMeta'
import { bids } from '../../resources/bids/resource'
import { bulkSelectionOf } from '../../resources/kit/bulk/bulkSelection'
import { listFiltersOf } from '../../resources/kit/filters/listFilters'
import { listTexts } from '../../resources/kit/resourceView'
import { savedViewsOf } from '../../resources/views/SavedViews'
import { ListScreen } from '../../ui/list/ListScreen'
import '../../resources/bids/bids-table.css'

const fieldFilters = listFiltersOf(bidFieldMeta)
const savedViews = savedViewsOf('bids')
const selectable = bulkSelectionOf(bidFieldMeta)

/** /mpg/bids: the bids of all opportunities, each made in its own (BID-13). */
export const Page = () => (
  <ListScreen
    resource="bids"
    endpoint={bidsApi.endpoints.bidsList}
    {...listTexts(bids)}
    columns={bidListColumns}
    views={savedViews}
    selectable={selectable}
    fieldFilters={fieldFilters}
  />
)

import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { addressesApi } from '../../api/addressesApi'
import { bulkSelectionOf } from '../../resources/kit/bulk/bulkSelection'
import { ImportButton } from '../../resources/kit/ImportButton'
import { listFiltersOf } from '../../resources/kit/filters/listFilters'
import { addressFieldMeta } from '../../resources/addresses/fieldMeta'
import { listTexts } from '../../resources/kit/resourceView'
import { addressImport } from '../../resources/addresses/import'
import { addressPaths } from '../../resources/addresses/paths'
import { addresses } from '../../resources/addresses/resource'
import { savedViewsOf } from '../../resources/views/SavedViews'
import { ListScreen } from '../../ui/list/ListScreen'
import { LinkButton } from '../../ui/page/LinkButton'
import { columns } from './columns'
import { IfAllowed } from '../../resources/kit/IfAllowed'

const fieldFilters = listFiltersOf(addressFieldMeta)
const savedViews = savedViewsOf('addresses')
const selectable = bulkSelectionOf(addressFieldMeta)

const createButton = (
  <IfAllowed to="create" of="addresses">
    <LinkButton to={addressPaths.create()} type="primary" icon={<PlusOutlined aria-hidden />}>
      Create Address
    </LinkButton>
  </IfAllowed>
)

/** /mpg/addresses (ADR-1) */
export const Page = () => (
  <ListScreen
    resource="addresses"
    endpoint={addressesApi.list}
    {...listTexts(addresses)}
    columns={columns}
    create={createButton}
    actions={<ImportButton view={addressImport} />}
    views={savedViews}
    selectable={selectable}
    fieldFilters={fieldFilters}
  />
)

import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { organizationsApi } from '../../api/organizationsApi'
import { bulkSelectionOf } from '../../resources/kit/bulk/bulkSelection'
import { ImportButton } from '../../resources/kit/ImportButton'
import { listFiltersOf } from '../../resources/kit/filters/listFilters'
import { organizationFieldMeta } from '../../resources/organizations/fieldMeta'
import { listTexts } from '../../resources/kit/resourceView'
import { organizationImport } from '../../resources/organizations/import'
import { organizationPaths } from '../../resources/organizations/paths'
import { organizations } from '../../resources/organizations/resource'
import { DuplicatesLink } from '../../resources/merges/DuplicatesLink'
import { savedViewsOf } from '../../resources/views/SavedViews'
import { ListScreen } from '../../ui/list/ListScreen'
import { LinkButton } from '../../ui/page/LinkButton'
import { columns } from './columns'
import { IfAllowed } from '../../resources/kit/IfAllowed'

const fieldFilters = listFiltersOf(organizationFieldMeta)
const savedViews = savedViewsOf('organizations')
const selectable = bulkSelectionOf(organizationFieldMeta)

const createButton = (
  <IfAllowed to="create" of="organizations">
    <LinkButton to={organizationPaths.bureauSearch()} type="primary" icon={<PlusOutlined aria-hidden />}>
      Create Organization
    </LinkButton>
  </IfAllowed>
)

/** /mpg/organizations (ORG-1). */
export const Page = () => (
  <ListScreen
    resource="organizations"
    endpoint={organizationsApi.endpoints.organizationsList}
    {...listTexts(organizations)}
    columns={columns}
    create={createButton}
    actions={
      <>
        <ImportButton view={organizationImport} />
        <DuplicatesLink resource="organizations" />
      </>
    }
    views={savedViews}
    selectable={selectable}
    fieldFilters={fieldFilters}
  />
)

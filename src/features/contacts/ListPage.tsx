import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { contactsApi } from '../../api/contactsApi'
import { bulkSelectionOf } from '../../resources/kit/bulk/bulkSelection'
import { ImportButton } from '../../resources/kit/ImportButton'
import { listFiltersOf } from '../../resources/kit/filters/listFilters'
import { contactFieldMeta } from '../../resources/contacts/fieldMeta'
import { listTexts } from '../../resources/kit/resourceView'
import { contactImport } from '../../resources/contacts/import'
import { contactPaths } from '../../resources/contacts/paths'
import { contacts } from '../../resources/contacts/resource'
import { DuplicatesLink } from '../../resources/merges/DuplicatesLink'
import { savedViewsOf } from '../../resources/views/SavedViews'
import { ListScreen } from '../../ui/list/ListScreen'
import { LinkButton } from '../../ui/page/LinkButton'
import { columns } from './columns'
import { IfAllowed } from '../../resources/kit/IfAllowed'

const fieldFilters = listFiltersOf(contactFieldMeta)
const savedViews = savedViewsOf('contacts')
const selectable = bulkSelectionOf(contactFieldMeta)

const createButton = (
  <IfAllowed to="create" of="contacts">
    <LinkButton to={contactPaths.create} type="primary" icon={<PlusOutlined aria-hidden />}>
      Create Contact
    </LinkButton>
  </IfAllowed>
)

/** /mpg/contacts (CON-1). */
export const Page = () => (
  <ListScreen
    resource="contacts"
    endpoint={contactsApi.endpoints.contactsList}
    {...listTexts(contacts)}
    columns={columns}
    create={createButton}
    actions={
      <>
        <ImportButton view={contactImport} />
        <DuplicatesLink resource="contacts" />
      </>
    }
    views={savedViews}
    selectable={selectable}
    fieldFilters={fieldFilters}
  />
)

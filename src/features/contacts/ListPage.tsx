import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { contactsApi } from '../../api/contactsApi'
import { contactPaths } from '../../resources/contacts/paths'
import { ListScreen } from '../../ui/list/ListScreen'
import { primeList } from '../../ui/list/primeList'
import { LinkButton } from '../../ui/page/LinkButton'
import { columns } from './columns'

const createButton = (
  <LinkButton to={contactPaths.create} type="primary" icon={<PlusOutlined aria-hidden />}>
    Create Contact
  </LinkButton>
)

/** /mpg/contacts (CON-1). */
export const Page = () => (
  <ListScreen
    resource="contacts"
    endpoint={contactsApi.endpoints.contactsList}
    title="Contacts"
    columns={columns}
    create={createButton}
    emptyDescription="The people whom you deal with stand here, each with where they work and how they want to be reached."
  />
)

export const prime = primeList('contacts', contactsApi.endpoints.contactsList)

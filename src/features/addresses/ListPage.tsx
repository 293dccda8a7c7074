import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { addressesApi } from '../../api/addressesApi'
import { addressPaths } from '../../resources/addresses/paths'
import { ListScreen } from '../../ui/list/ListScreen'
import { primeList } from '../../ui/list/primeList'
import { LinkButton } from '../../ui/page/LinkButton'
import { columns } from './columns'

const createButton = (
  <LinkButton to={addressPaths.create()} type="primary" icon={<PlusOutlined aria-hidden />}>
    Create Address
  </LinkButton>
)

/** /mpg/addresses (ADR-1) */
export const Page = () => (
  <ListScreen
    resource="addresses"
    endpoint={addressesApi.list}
    title="Addresses"
    columns={columns}
    create={createButton}
    emptyDescription="Where gas is delivered, bills are sent and people sit."
  />
)

export const prime = primeList('addresses', addressesApi.list)

import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { opportunitiesApi } from '../../api/opportunitiesApi'
import { opportunityPaths } from '../../resources/opportunities/paths'
import { TagFilter } from '../../resources/tags/TagFilter'
import { ListScreen } from '../../ui/list/ListScreen'
import { primeList } from '../../ui/list/primeList'
import { LinkButton } from '../../ui/page/LinkButton'
import { columns } from './columns'

const createButton = (
  <LinkButton to={opportunityPaths.create} type="primary" icon={<PlusOutlined aria-hidden />}>
    Create Opportunity
  </LinkButton>
)

/** /mpg/opportunities and / (OPL-1). */
export const Page = () => (
  <ListScreen
    resource="opportunities"
    endpoint={opportunitiesApi.endpoints.opportunitiesList}
    title="Opportunities"
    columns={columns}
    create={createButton}
    filters={(list) => <TagFilter list={list} />}
    emptyDescription="Prospective deals stand here, each with its bids, notes and files."
  />
)

export const prime = primeList('opportunities', opportunitiesApi.endpoints.opportunitiesList)

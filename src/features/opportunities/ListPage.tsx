import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { opportunitiesApi } from '../../api/opportunitiesApi'
import { listTexts } from '../../resources/kit/resourceView'
import { opportunityListRules } from '../../resources/opportunities/listRules'
import { opportunityPaths } from '../../resources/opportunities/paths'
import { opportunities } from '../../resources/opportunities/resource'
import { TagFilter } from '../../resources/tags/TagFilter'
import { savedViewsOf } from '../../resources/views/SavedViews'
import { ListScreen } from '../../ui/list/ListScreen'
import { LinkButton } from '../../ui/page/LinkButton'
import { columns } from './columns'
import { DayStripPlace } from './DayStripPlace'
import { WorkFilter } from './WorkFilter'

const savedViews = savedViewsOf('opportunities')

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
    {...listTexts(opportunities)}
    columns={columns}
    beside={<DayStripPlace isNarrow={false} />}
    create={createButton}
    views={savedViews}
    rules={opportunityListRules}
    filters={(list) => (
      <>
        <DayStripPlace isNarrow />
        <TagFilter list={list} />
        <WorkFilter list={list} />
      </>
    )}
  />
)

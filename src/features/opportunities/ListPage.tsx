import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { opportunitiesApi } from '../../api/opportunitiesApi'
import type { ReadinessLine } from '../../contract/gas/choices'
import { bulkSelectionOf } from '../../resources/kit/bulk/bulkSelection'
import { ImportButton } from '../../resources/kit/ImportButton'
import { listFiltersOf } from '../../resources/kit/filters/listFilters'
import { isOneRecord } from '../../resources/kit/RecordFilter'
import { listTexts } from '../../resources/kit/resourceView'
import { opportunityFieldMeta } from '../../resources/opportunities/fieldMeta'
import { readinessNames } from '../../resources/opportunities/readinessNames'
import { opportunityListRules } from '../../resources/opportunities/listRules'
import { opportunityImport } from '../../resources/opportunities/import'
import { opportunityPaths } from '../../resources/opportunities/paths'
import { opportunities } from '../../resources/opportunities/resource'
import { TagFilter } from '../../resources/tags/TagFilter'
import { savedViewsOf } from '../../resources/views/SavedViews'
import { ListScreen } from '../../ui/list/ListScreen'
import { LinkButton } from '../../ui/page/LinkButton'
import { listShapes } from './board/ShapeSwitch'
import { columns } from './columns'
import { DayStripPlace } from './DayStripPlace'
import { shownByWork, WorkFilter } from './WorkFilter'
import { IfAllowed } from '../../resources/kit/IfAllowed'

const fieldFilters = listFiltersOf(opportunityFieldMeta, {
  shown: (filters) => [...(isOneRecord(filters['tags']) ? ['tags'] : []), ...shownByWork(filters)],
  more: {
    ready_missing: { label: 'Missing to Price', nameOf: (line: ReadinessLine) => readinessNames[line] },
  },
})
const savedViews = savedViewsOf('opportunities')
const selectable = bulkSelectionOf(opportunityFieldMeta)

const createButton = (
  <IfAllowed to="create" of="opportunities">
    <LinkButton to={opportunityPaths.create} type="primary" icon={<PlusOutlined aria-hidden />}>
      Create Opportunity
    </LinkButton>
  </IfAllowed>
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
    actions={<ImportButton view={opportunityImport} />}
    views={savedViews}
    selectable={selectable}
    fieldFilters={fieldFilters}
    rules={opportunityListRules}
    shapes={listShapes}
    filters={(list) => (
      <>
        <DayStripPlace isNarrow />
        <TagFilter list={list} />
        <WorkFilter list={list} />
      </>
    )}
  />
)

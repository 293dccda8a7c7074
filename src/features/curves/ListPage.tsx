import { curvesApi } from '../../api/curvesApi'
import { curveImport } from '../../resources/curves/import'
import { columns, fieldMeta } from '../../resources/curves/parts'
import { curves } from '../../resources/curves/resource'
import { heatContents } from '../../resources/heatContents/resource'
import { ChoiceFilter } from '../../resources/kit/ChoiceFilter'
import { CrudList } from '../../resources/kit/CrudList'
import { ImportButton } from '../../resources/kit/ImportButton'
import { titleOf } from '../../resources/kit/resourceView'
import { marketHolidays } from '../../resources/marketHolidays/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'
import { LinkButton } from '../../ui/page/LinkButton'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/curves (CRV-1) */
export const Page = () => (
  <CrudList
    api={curvesApi}
    view={curves}
    columns={columns}
    dialogs={dialogs}
    actions={<ImportButton view={curveImport} />}
    filters={(list) => (
      <>
        <ChoiceFilter list={list} of={fieldMeta} name="kind" />
        <LinkButton to={heatContents.list}>{titleOf(heatContents)}</LinkButton>
        <LinkButton to={marketHolidays.list}>{titleOf(marketHolidays)}</LinkButton>
      </>
    )}
  />
)

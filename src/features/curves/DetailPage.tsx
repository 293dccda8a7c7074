import { curvesApi } from '../../api/curvesApi'
import type { Row } from '../../contract'
import { curveImport } from '../../resources/curves/import'
import { fieldMeta, fields } from '../../resources/curves/parts'
import { curves } from '../../resources/curves/resource'
import { CrudDetail } from '../../resources/kit/CrudDetail'
import { ImportButton } from '../../resources/kit/ImportButton'
import { lazyDialogs } from '../../ui/list/useRowDialogs'
import { CurveStrip } from './CurveStrip'

const dialogs = lazyDialogs(() => import('./dialogs'))

const ImportOf = ({ row: { curve_id } }: { row: Row<'curves'> }) => (
  <ImportButton view={curveImport} target={curve_id} />
)

/** /mpg/curves/{id} */
export const Page = () => (
  <CrudDetail
    api={curvesApi}
    view={curves}
    fieldMeta={fieldMeta}
    facts={fields}
    dialogs={dialogs}
    RowAction={ImportOf}
  >
    {({ curve_id }) => <CurveStrip curve={curve_id} />}
  </CrudDetail>
)

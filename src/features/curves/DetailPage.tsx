import { curvesApi } from '../../api/curvesApi'
import { fieldMeta, fields } from '../../resources/curves/parts'
import { curves } from '../../resources/curves/resource'
import { CrudDetail } from '../../resources/kit/CrudDetail'
import { lazyDialogs } from '../../ui/list/useRowDialogs'
import { CurveStrip } from './CurveStrip'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/curves/{id} */
export const Page = () => (
  <CrudDetail api={curvesApi} view={curves} fieldMeta={fieldMeta} facts={fields} dialogs={dialogs}>
    {({ curve_id }) => <CurveStrip curve={curve_id} />}
  </CrudDetail>
)

import { curvesApi } from '../../api/curvesApi'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField } from '../../ui/form/RecordField'

const active = { status: 'active' } as const

/** A picker of a forward curve; inactive ones are not offered. */
export const CurveField = (frame: FieldProps) => (
  <RecordField
    {...frame}
    resource="curves"
    endpoint={curvesApi.list}
    rowEndpoint={curvesApi.row}
    filters={active}
    labelOf={({ name }) => name}
  />
)

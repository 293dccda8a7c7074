import { suppliersApi } from '../../api/suppliersApi'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField } from '../../ui/form/RecordField'

const active = { status: 'active' } as const

/** A picker of a supplier; inactive ones are not offered (QUO-1). */
export const SupplierField = (frame: FieldProps) => (
  <RecordField
    {...frame}
    resource="suppliers"
    endpoint={suppliersApi.list}
    rowEndpoint={suppliersApi.row}
    filters={active}
    labelOf={({ name }) => name}
  />
)

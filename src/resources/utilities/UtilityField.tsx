import { utilitiesApi } from '../../api/marketApi'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField } from '../../ui/form/RecordField'

/** A picker of a utility. */
export const UtilityField = (frame: FieldProps) => (
  <RecordField
    {...frame}
    resource="utilities"
    endpoint={utilitiesApi.list}
    rowEndpoint={utilitiesApi.row}
    labelOf={({ name }) => name}
  />
)

import { sourceNamesApi } from '../../api/sourceNamesApi'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordNameField } from '../../ui/form/RecordField'

/** A picker of the installation's brokers and consultants; the name is stored (OPN-3, OPN-9). */
export const SourceNameField = (props: FieldProps) => (
  <RecordNameField
    {...props}
    resource="sourceNames"
    endpoint={sourceNamesApi.endpoints.sourceNamesList}
    labelOf={({ name }) => name}
    placeholder="Search brokers and consultants…"
  />
)

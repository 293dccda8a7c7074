import { sourceNamesApi } from '../../api/sourceNamesApi'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordNameField } from '../../ui/form/RecordField'

/** A broker or consultant out of those that the installation knows; its name is kept (OPN-3, OPN-9). */
export const SourceNameField = (props: FieldProps) => (
  <RecordNameField
    {...props}
    resource="sourceNames"
    endpoint={sourceNamesApi.endpoints.sourceNamesList}
    labelOf={({ name }) => name}
    placeholder="Search brokers and consultants…"
  />
)

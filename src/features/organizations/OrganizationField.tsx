import { organizationsApi } from '../../api/organizationsApi'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField } from '../../ui/form/RecordField'

interface OrganizationFieldProps extends FieldProps {
  /** Offered before all others. */
  first?: readonly number[]
}

/** A legal entity, searched for on the server (SHELL-8). */
export const OrganizationField = (props: OrganizationFieldProps) => (
  <RecordField
    {...props}
    resource="organizations"
    endpoint={organizationsApi.endpoints.organizationsList}
    labelOf={({ name }) => name}
  />
)

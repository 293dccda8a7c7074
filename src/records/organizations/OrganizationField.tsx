import { organizationsApi } from '../../api/organizationsApi'
import type { Row } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField, RecordsField } from '../../ui/form/RecordField'

interface OrganizationFieldProps extends FieldProps {
  /** Offered before all others. */
  first?: readonly number[]
}

const picked = {
  resource: 'organizations',
  endpoint: organizationsApi.endpoints.organizationsList,
  labelOf: ({ name }: Row<'organizations'>) => name,
} as const

/** A legal entity, searched for on the server (SHELL-8). */
export const OrganizationField = (props: OrganizationFieldProps) => <RecordField {...props} {...picked} />

/** Several legal entities. */
export const OrganizationsField = (props: OrganizationFieldProps) => <RecordsField {...props} {...picked} />

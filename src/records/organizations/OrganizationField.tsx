import { useMemo } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
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
  rowEndpoint: organizationsApi.endpoints.organization,
  labelOf: ({ name }: Row<'organizations'>) => name,
} as const

/** Those that the last visit began with stand there while the server is asked (AUTH-15). */
const useAhead = () => {
  const known = useAppSelector(({ picks }) => picks.organizations)
  return useMemo(() => known.map(({ id, name }) => ({ value: id, label: name })), [known])
}

/** A legal entity, searched for on the server (SHELL-8). */
export const OrganizationField = (props: OrganizationFieldProps) => (
  <RecordField ahead={useAhead()} {...props} {...picked} />
)

/** Several legal entities. */
export const OrganizationsField = (props: OrganizationFieldProps) => (
  <RecordsField ahead={useAhead()} {...props} {...picked} />
)

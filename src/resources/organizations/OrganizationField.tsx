import { useMemo } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { organizationsApi } from '../../api/organizationsApi'
import type { Row } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField, RecordsField } from '../../ui/form/RecordField'
import { organizationName } from './paths'

interface OrganizationFieldProps extends FieldProps {
  /** Options shown first. */
  first?: readonly number[]
}

const picked = {
  resource: 'organizations',
  endpoint: organizationsApi.endpoints.organizationsList,
  rowEndpoint: organizationsApi.endpoints.organization,
  labelOf: (row: Row<'organizations'>) =>
    `${organizationName(row)}${row.deleted_at === null ? '' : ' (deleted)'}`,
} as const

/** Cached options of the last visit, until the server answers (AUTH-15). */
const useAhead = () => {
  const known = useAppSelector(({ pickerCache }) => pickerCache.organizations)
  return useMemo(
    () => known.map(({ id, name }) => ({ value: id, label: organizationName({ name }) })),
    [known],
  )
}

/** An organization picker, searched on the server (SHELL-8). */
export const OrganizationField = (props: OrganizationFieldProps) => (
  <RecordField ahead={useAhead()} {...props} {...picked} />
)

/** A picker of several organizations. */
export const OrganizationsField = (props: OrganizationFieldProps) => (
  <RecordsField ahead={useAhead()} {...props} {...picked} />
)

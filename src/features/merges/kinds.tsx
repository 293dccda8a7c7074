import type { ComponentType, ReactNode } from 'react'
import { useRows } from '../../api/kit/hooks'
import { nameOf, type Row } from '../../contract'
import type { DuplicateReason, MergedResource } from '../../contract/duplicatePairs'
import { ContactField } from '../../resources/contacts/ContactField'
import { ContactLink } from '../../resources/contacts/ContactLink'
import { contactFieldMeta } from '../../resources/contacts/fieldMeta'
import { contacts } from '../../resources/contacts/resource'
import type { RecordFieldMeta } from '../../resources/kit/fieldMeta'
import type { ResourceView } from '../../resources/kit/resourceView'
import { organizationFieldMeta } from '../../resources/organizations/fieldMeta'
import { OrganizationField } from '../../resources/organizations/OrganizationField'
import { OrganizationLink } from '../../resources/organizations/OrganizationLink'
import { OrganizationName } from '../../resources/organizations/OrganizationName'
import { organizations } from '../../resources/organizations/resource'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { pairEndpoints, recordEndpoints } from './reads'

/** What duplicates and merges show of the records of a resource. */
export interface MergeKind<N extends MergedResource> {
  view: Pick<ResourceView<N>, 'resource' | 'noun' | 'nameOf'> & { list: string; path: (id: number) => string }
  of: RecordFieldMeta<N, never>
  pairs: typeof pairEndpoints.organizations
  endpoint: Pick<typeof recordEndpoints.organizations, 'name' | 'useQuery'>
  Link: ComponentType<{ id: number }>
  /** What tells records of one name apart. */
  Details: ComponentType<{ row: Row<N> }>
  Field: ComponentType<FieldProps>
  reasons: Readonly<Partial<Record<DuplicateReason, string>>>
}

/** The facts that there are, with dots between them. */
const Facts = ({ facts }: { facts: readonly ReactNode[] }) => {
  const known = facts.filter(Boolean)
  return (
    <>
      {known.map((fact, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          {fact}
        </span>
      ))}
    </>
  )
}

const OrganizationDetails = ({ row }: { row: Row<'organizations'> }) => {
  const cities = useRows('addresses', row.addresses).map(({ city }) => city)
  return <Facts facts={[[...new Set(cities)].slice(0, 2).join(', '), row.tax_id, row.email ?? row.phone]} />
}

const ContactDetails = ({ row }: { row: Row<'contacts'> }) => (
  <Facts
    facts={[
      row.job_title,
      ...row.current_organizations.slice(0, 2).map((id) => <OrganizationName key={id} id={id} />),
      row.personal_email ?? row.personal_mobile,
    ]}
  />
)

export const organizationKind: MergeKind<'organizations'> = {
  view: organizations,
  of: organizationFieldMeta,
  pairs: pairEndpoints.organizations,
  endpoint: recordEndpoints.organizations,
  Link: OrganizationLink,
  Details: OrganizationDetails,
  Field: OrganizationField,
  reasons: {
    tax_id: 'Tax ID',
    duns_number: 'DUNS number',
    bin_number: 'Experian ID',
    name: 'Name and place',
    email: 'Email',
    phone: 'Phone',
  },
}

export const contactKind: MergeKind<'contacts'> = {
  view: contacts,
  of: contactFieldMeta,
  pairs: pairEndpoints.contacts,
  endpoint: recordEndpoints.contacts,
  Link: ContactLink,
  Details: ContactDetails,
  Field: ContactField,
  reasons: { email: 'Email', name: 'Name and organization', phone: 'Mobile' },
}

/** The name of a record as its pages show it. */
export const shownName = <N extends MergedResource>({ view }: MergeKind<N>, row: Row<N>): string =>
  view.nameOf?.(row) ?? nameOf(view.resource, row)

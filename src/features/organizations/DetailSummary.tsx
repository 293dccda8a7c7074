import type { ReactNode } from 'react'
import type { Row } from '../../contract'
import { fieldMetaOf } from '../../resources/kit/fieldMeta'
import { valueOf } from '../../resources/kit/valueOf'
import { addressLine } from '../../resources/addresses/addressLine'
import { organizationFieldMeta } from '../../resources/organizations/fieldMeta'
import { Summary } from '../../ui/value/Summary'
import type { OrganizationAddresses } from './useOrganizationAddresses'

const names = ['phone', 'tax_id', 'bin_number', 'primary_industry'] as const

interface DetailSummaryProps {
  /** Undefined while loading. */
  organization: Row<'organizations'> | undefined
  addresses: OrganizationAddresses
}

/** The legal address always has its line, so that the layout does not shift when it is loaded. */
const place = (
  { isKnown, legal, state }: OrganizationAddresses,
  organization: Row<'organizations'> | undefined,
): { value: ReactNode; note: ReactNode } => {
  if (!isKnown) return { value: <span className="bar" />, note: <span className="bar" /> }
  if (!legal)
    return {
      value: organization ? valueOf(organizationFieldMeta, 'home_state', organization) : null,
      note: 'No address yet',
    }
  const { city, address_street, zip_code } = legal
  return { value: addressLine({ city, zip_code }, state), note: address_street || 'No street yet' }
}

/** The key facts of an organization: address, contact data, external numbers and industry. */
export const DetailSummary = ({ organization, addresses }: DetailSummaryProps) => (
  <Summary
    label="At a glance"
    facts={[
      { label: 'Legal Address', ...place(addresses, organization) },
      ...names.map((name) => ({
        label: fieldMetaOf(organizationFieldMeta, name).label,
        value: organization ? valueOf(organizationFieldMeta, name, organization) : <span className="bar" />,
      })),
    ]}
  />
)

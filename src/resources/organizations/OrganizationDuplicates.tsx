import type { ReactNode } from 'react'
import type { DuplicateCriterion } from '../../api/kit/queries'
import { useOrganizationDuplicatesQuery } from '../../api/organizationsApi'
import type { contract } from '../../contract'
import { fieldMetaOf } from '../kit/fieldMeta'
import { DuplicatesOf, type Given } from '../kit/Duplicates'
import { organizationFieldMeta } from './fieldMeta'
import { OrganizationLink } from './OrganizationLink'

type Compared = keyof typeof contract.organizations.duplicates.parameters
type Words = Readonly<Record<DuplicateCriterion<'organizations'>, string>>

interface OrganizationDuplicatesProps {
  given: Given<'organizations'>
  /** The values are on their way to the server. */
  isSubmitting?: boolean
  /** Id of the edited organization. */
  own: number | undefined
  /** Texts of criteria whose fields have labels of their own. */
  words?: Partial<Words>
  children: ReactNode
}

const the = (field: Compared) => `the ${fieldMetaOf(organizationFieldMeta, field).label}`
const usualWords: Words = {
  name: 'the name',
  tax_id: the('tax_id'),
  duns_number: the('duns_number'),
  bin_number: the('bin_number'),
  email: the('email'),
  phone: the('phone'),
}

/** Wraps an organization's fields: searches for organizations with the same name, number or email (K15). */
export const OrganizationDuplicates = ({ words, ...given }: OrganizationDuplicatesProps) => (
  <DuplicatesOf
    resource="organizations"
    useFound={useOrganizationDuplicatesQuery}
    Link={OrganizationLink}
    words={{ ...usualWords, ...words }}
    {...given}
  />
)

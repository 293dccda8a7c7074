import { useFormikContext } from 'formik'
import type { ComponentType, ReactNode } from 'react'
import { array, mixed, type ObjectShape } from 'yup'
import type { CrudApi } from '../../api/kit/crudApi'
import { organizationAddressesApi } from '../../api/organizationAddressesApi'
import { organizationContactsApi } from '../../api/organizationContactsApi'
import { problems } from '../../contract/problems'
import { ContactDuplicates } from '../../resources/contacts/ContactDuplicates'
import { duplicateInput } from '../../resources/kit/duplicateInput'
import type { RecordFieldMeta } from '../../resources/kit/fieldMeta'
import type { AskedField } from '../../resources/kit/FieldInput'
import { defineLayout, type Layout, type Written } from '../../resources/kit/layout'
import type { LinkName } from '../../resources/kit/links'
import {
  organizationAddressFieldMeta,
  type AddressType,
} from '../../resources/organizationAddresses/fieldMeta'
import { organizationContactFieldMeta } from '../../resources/organizationContacts/fieldMeta'
import { preferenceFields, workFields } from '../../resources/organizationContacts/layout'
import type { FieldProps } from '../../ui/form/FieldFrame'

/** The fields of a link's form. */
export type Asked<N extends LinkName> = Written<N> & AskedField<N>

/** The settings of a kind of link for the link form. */
export interface LinkKind<N extends LinkName> {
  resource: N
  api: CrudApi<N>
  fieldMeta: RecordFieldMeta<N, Asked<N>>
  layout: Layout<N, Asked<N>>
  /** Rules for fields that are optional in the contract but required in a new link's form. */
  newRules?: ObjectShape
  /** Custom inputs. */
  inputs?: { readonly [K in Asked<N>]?: (frame: FieldProps) => ReactNode }
  /** Wraps the fields. */
  Around?: ComponentType<{ children: ReactNode }>
  /** The status field; a new link is active. */
  status: Asked<N>
}

/** The link's contact is an existing one: the duplicates are other contacts with its work email (K15). */
const WorkEmails = ({ children }: { children: ReactNode }) => {
  const { contact } = useFormikContext<{ contact: number | null }>().values
  return <ContactDuplicates own={contact ?? undefined}>{children}</ContactDuplicates>
}

/** CON-12 */
export const contactLink: LinkKind<'organizationContacts'> = {
  resource: 'organizationContacts',
  api: organizationContactsApi,
  status: 'employment_status',
  inputs: { work_email: duplicateInput(organizationContactFieldMeta, 'work_email') },
  Around: WorkEmails,
  fieldMeta: organizationContactFieldMeta,
  layout: defineLayout('organizationContacts', {
    link: { title: 'Link', fields: ['organization', 'contact', 'employment_status'] },
    work: { title: 'At work', fields: workFields },
    preferences: {
      title: 'Contact preferences',
      help: 'When and how often the contact wants to hear from us there.',
      fields: preferenceFields,
    },
  }),
}

/** ADR-4 */
export const addressLink: LinkKind<'organizationAddresses'> = {
  resource: 'organizationAddresses',
  api: organizationAddressesApi,
  status: 'property_status',
  newRules: { address_type: array(mixed<AddressType>().required()).min(1, problems.required).required() },
  fieldMeta: organizationAddressFieldMeta,
  layout: defineLayout('organizationAddresses', {
    link: { title: 'Link', fields: ['organization', 'address', 'address_type', 'property_status'] },
  }),
}

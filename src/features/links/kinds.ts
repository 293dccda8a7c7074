import type { PlainApi } from '../../api/kit/plainApi'
import { organizationAddressesApi } from '../../api/organizationAddressesApi'
import { organizationContactsApi } from '../../api/organizationContactsApi'
import type { FieldName, RecordFaces } from '../../records/kit/face'
import { defineLayout, type Layout, type Written } from '../../records/kit/layout'
import type { LinkName } from '../../records/kit/links'
import { organizationAddressFaces } from '../../records/organizationAddresses/faces'
import { organizationContactFaces } from '../../records/organizationContacts/faces'
import { preferenceFields, workFields } from '../../records/organizationContacts/layout'

/** The fields of a link that its form asks for. */
export type Asked<N extends LinkName> = Written<N> & FieldName<N>

/** What the one link form knows of a kind of links. */
export interface LinkKind<N extends LinkName> {
  resource: N
  api: PlainApi<N>
  faces: RecordFaces<N, Asked<N>>
  layout: Layout<N, Asked<N>>
  /** Whether the link holds; a new one does. */
  status: Asked<N>
}

/** CON-12 */
export const contactLink: LinkKind<'organizationContacts'> = {
  resource: 'organizationContacts',
  api: organizationContactsApi,
  status: 'employment_status',
  faces: organizationContactFaces,
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
  faces: organizationAddressFaces,
  layout: defineLayout('organizationAddresses', {
    link: { title: 'Link', fields: ['organization', 'address', 'address_type', 'property_status'] },
  }),
}

import {
  aContact,
  anAddress,
  anOrganization,
  anOrganizationAddress,
  anOrganizationContact,
  aState,
} from './builders'
import { createWorld } from './world'

/**
 * Two states, three organizations, two contacts and two addresses. 'Harbor Mills' is linked to Ada Quill (active), Bo
 * Abel (expired), and the address in Larkfield (active); 'Larkfield Steam' to the address in Marfa (expired).
 */
export const linkWorld = () => {
  const world = createWorld()
  const { tables } = world
  tables.states = [aState(), aState({ state_id: 2, acronym: 'TX', name: 'Texas' })]
  tables.organizations = [
    anOrganization({ bin_number: '900100', zoominfo_id: 'Z-7' }),
    anOrganization({ organization_id: 2, name: 'Larkfield Steam' }),
    anOrganization({ organization_id: 3, name: 'Marfa Kilns' }),
  ]
  tables.contacts = [
    aContact({ contact_id: 7, name: 'Quill, Ada' }),
    aContact({ contact_id: 8, name: 'Abel, Bo' }),
  ]
  tables.addresses = [
    anAddress(),
    anAddress({ address_id: 2, address_street: '7 Kiln Street', city: 'Marfa', zip_code: '79843', state: 2 }),
  ]
  tables.organizationContacts = [
    anOrganizationContact({ contact: 7, job_title: 'Buyer' }),
    anOrganizationContact({ organization_contact_id: 2, contact: 8, employment_status: 'expired' }),
  ]
  tables.organizationAddresses = [
    anOrganizationAddress(),
    anOrganizationAddress({
      organization_address_id: 2,
      organization: 2,
      address: 2,
      property_status: 'expired',
    }),
  ]
  return world
}

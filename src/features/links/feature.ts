import { addressPaths } from '../../resources/addresses/paths'
import { organizationContactPaths } from '../../resources/organizationContacts/paths'
import { organizationPaths } from '../../resources/organizations/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** The pages that link organizations to contacts and addresses (ORG-8, ORG-9, CON-12, ADR-4). */
export const links: Feature = {
  routes: [
    pageRoute(organizationPaths.addContact(':id'), () => import('./AddContactPage')),
    pageRoute(organizationPaths.addAddress(':id'), () => import('./AddAddressPage')),
    pageRoute(organizationContactPaths.add(':id'), () => import('./AddOrganizationPage')),
    pageRoute(addressPaths.addOrganization(':id'), () => import('./AddOrganizationsPage')),
    pageRoute(organizationContactPaths.edit(':id', ':organization'), () => import('./EditContactLinkPage')),
    pageRoute(addressPaths.editOrganization(':id', ':organization'), () => import('./EditAddressLinkPage')),
  ],
}

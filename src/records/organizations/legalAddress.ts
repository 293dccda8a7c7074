import type { Row } from '../../contract'

type Address = Row<'addresses'>
type Link = Row<'organizationAddresses'>

/** The address of an organization that is used for something, as of now. */
const activeFor = (
  use: Link['address_type'][number],
  organization: number,
  addresses: readonly Address[],
  links: readonly Link[],
): Address | undefined =>
  addresses.find(({ address_id }) =>
    links.some(
      (link) =>
        link.address === address_id &&
        link.organization === organization &&
        link.property_status === 'active' &&
        link.address_type.includes(use),
    ),
  )

/** The legal address of an organization: the active headquarters, else where bills go, else the first there is. */
export const legalAddress = (
  organization: number,
  addresses: readonly Address[],
  links: readonly Link[],
): Address | undefined =>
  activeFor('headquarters', organization, addresses, links) ??
  activeFor('billing_address', organization, addresses, links) ??
  addresses[0]

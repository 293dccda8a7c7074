import type { Row } from '../../contract'

type Address = Row<'addresses'>
type Link = Row<'organizationAddresses'>

/** An organization's active address of a type. */
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

/** The legal address of an organization: the active headquarters, else the billing address, else the first one. */
export const legalAddress = (
  organization: number,
  addresses: readonly Address[],
  links: readonly Link[],
): Address | undefined =>
  activeFor('headquarters', organization, addresses, links) ??
  activeFor('billing_address', organization, addresses, links) ??
  addresses[0]

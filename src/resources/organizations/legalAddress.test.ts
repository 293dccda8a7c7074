import { anAddress, anOrganizationAddress } from '../../testing/builders'
import { legalAddress } from './legalAddress'

const addresses = [1, 2, 3].map((address_id) => anAddress({ address_id }))
const link = (
  organization_address_id: number,
  address: number,
  ...[use, property_status = 'active']: ['headquarters' | 'billing_address', ('active' | 'expired')?]
) => anOrganizationAddress({ organization_address_id, address, address_type: [use], property_status })

describe('[OPD-9] the legal address', () => {
  it.each([
    ['the active headquarters', [link(1, 3, 'billing_address'), link(2, 2, 'headquarters')], 2],
    ['else where bills go', [link(1, 2, 'headquarters', 'expired'), link(2, 3, 'billing_address')], 3],
    ['else the first', [link(1, 2, 'headquarters', 'expired')], 1],
    [
      'not the headquarters of another organization',
      [anOrganizationAddress({ organization: 9, address: 2 })],
      1,
    ],
  ])('is %s', (_what, links, wanted) => {
    expect(legalAddress(1, addresses, links)?.address_id).toBe(wanted)
  })

  it('is none where there is no address', () => {
    expect(legalAddress(1, [], [])).toBeUndefined()
  })
})

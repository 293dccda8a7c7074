import { anAddress, aState } from '../../testing/builders'
import { addressLine } from './addressLine'

it.each([
  [anAddress(), aState(), '12 Harbor Road, Larkfield, OH 60601'],
  [anAddress(), undefined, '12 Harbor Road, Larkfield, 60601'],
  [{ city: 'Larkfield' }, aState(), 'Larkfield, OH'],
  [{}, undefined, ''],
])(
  '[ADR-1] the full address is street, city, state and zip, as far as they are known',
  (address, state, line) => {
    expect(addressLine(address, state)).toBe(line)
  },
)

import { aState } from '../../testing/builders'
import { readAddress } from './pastedAddress'

const states = [
  aState(),
  aState({ state_id: 2, acronym: 'TX', name: 'Texas' }),
  aState({ state_id: 3, acronym: 'WV', name: 'West Virginia' }),
  aState({ state_id: 4, acronym: 'DC', name: 'District of Columbia' }),
]

describe('[ADR-2, ORG-4] an address on one line', () => {
  it.each([
    ['12 Harbor Road, Larkfield, OH 60601', '12 Harbor Road|Larkfield|OH|60601'],
    ['12 Harbor Road, Larkfield, OH 60601-1234', '12 Harbor Road|Larkfield|OH|60601-1234'],
    ['12 Harbor Road,Larkfield,OH 60601', '12 Harbor Road|Larkfield|OH|60601'],
    ['12 Harbor Road, Larkfield, OH, 60601', '12 Harbor Road|Larkfield|OH|60601'],
    ['12 Harbor Road, Larkfield OH 60601', '12 Harbor Road|Larkfield|OH|60601'],
    ['12 Harbor Road, Suite 4, Larkfield, ohio 60601', '12 Harbor Road, Suite 4|Larkfield|OH|60601'],
    ['1 Elk Run, New Cumberland, West Virginia 26047', '1 Elk Run|New Cumberland|WV|26047'],
    ['1 Elk Run, Washington, D.C. 20001', '1 Elk Run|Washington|DC|20001'],
    ['12 Harbor Road\nMarfa, TX 79843\nUSA', '12 Harbor Road|Marfa|TX|79843'],
    ['  12 Harbor Road,\r\n Marfa,  TX 79843, United States ', '12 Harbor Road|Marfa|TX|79843'],
  ])('%j is taken apart', (text, parts) => {
    const read = readAddress(text, states)
    expect(read && [read.address_street, read.city, read.state.acronym, read.zip_code].join('|')).toBe(parts)
  })

  it.each([
    '12 Harbor Road',
    '12 Harbor Road, Larkfield',
    '12 Harbor Road, Larkfield, OH',
    '12 Harbor Road, Larkfield, OH 606',
    '12 Harbor Road, Larkfield, ZZ 60601',
    'Larkfield, OH 60601',
    '',
  ])('%j is left as it is', (text) => {
    expect(readAddress(text, states)).toBeUndefined()
  })
})

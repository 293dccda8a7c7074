import type { Business } from '.'
import { matchOf } from './matching'

const business: Business = {
  bin: '100200300',
  business_name: 'Larkmoor Steel Works Inc.',
  street: '1 Foundry Street',
  city: 'Pittsburgh',
  state: 'PA',
  zip: '15101',
  phone: null,
  state_of_incorporation: null,
  founding_year: null,
  primary_industry: null,
}
const matched = (name: string, city = 'Pittsburgh') => matchOf({ name, city, state: 'PA' }, business)

test.each([
  ['larkmoor steel works', 'high', 'same', []],
  ['The Larkmoor Steelworks, LLC', 'high', 'same', []],
  ['Steel Works Larkmoor', 'high', 'same', []],
  ['Larkmoor', 'medium', 'partial', []],
  ['Lark steel', 'medium', 'partial', []],
  ['Larkmor Steel Works', 'medium', 'similar', [{ typed: 'Larkmor', found: 'Larkmoor' }]],
  [
    'Larkmor Stele',
    'low',
    'similar',
    [
      { typed: 'Larkmor', found: 'Larkmoor' },
      { typed: 'Stele', found: 'Steel' },
    ],
  ],
  [
    'Lark Morsteelworks',
    'medium',
    'similar',
    [{ typed: 'Lark Morsteelworks', found: 'Larkmoor Steel Works' }],
  ],
] as const)('[BUR-2] "%s" fits with %s confidence: the name is %s', (name, confidence, fit, spellings) => {
  const { reasons, ...match } = matched(name)
  expect(match).toEqual({ confidence })
  expect(reasons).toEqual([
    { part: 'name', fit, spellings },
    { part: 'city', fit: 'same', spellings: [] },
    { part: 'state', fit: 'same', spellings: [] },
  ])
})

test('[BUR-2] a city that is spelled otherwise is a reason to doubt, beside a name that is, too, more', () => {
  const { confidence, reasons } = matched('Larkmoor Steel Works', 'Pitsburg ')
  expect(confidence).toBe('medium')
  expect(reasons[1]).toEqual({
    part: 'city',
    fit: 'similar',
    spellings: [{ typed: 'Pitsburg', found: 'Pittsburgh' }],
  })
  expect(matched('Larkmor Steel Works', 'Pitsburg').confidence).toBe('low')
})

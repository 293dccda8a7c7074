import type { BureauMatch, BureauPart, BureauReason } from '../../contract/bureau'
import { matchWords } from './matchWords'

const same = (part: BureauPart): BureauReason => ({ part, fit: 'same', spellings: [] })
const [city, state] = [same('city'), same('state')]
const cases: [BureauMatch, string, string][] = [
  [{ confidence: 'high', reasons: [same('name'), city, state] }, 'Very likely', 'same name, city and state'],
  [
    { confidence: 'medium', reasons: [{ part: 'name', fit: 'partial', spellings: [] }, city, state] },
    'Likely',
    'same city and state; there is more to the name',
  ],
  [
    {
      confidence: 'low',
      reasons: [
        { part: 'name', fit: 'similar', spellings: [{ typed: 'Larkmor', found: 'Larkmoor' }] },
        { part: 'city', fit: 'similar', spellings: [{ typed: 'Pitsburg', found: 'Pittsburgh' }] },
        state,
      ],
    },
    'Possible',
    'same state; similar name: “Larkmoor” for “Larkmor”; similar city: “Pittsburgh” for “Pitsburg”',
  ],
]

it.each(cases)('[BUR-2] says how sure a match is, and why', (match, confidence, reasons) => {
  expect(matchWords(match)).toEqual({ confidence, reasons })
})

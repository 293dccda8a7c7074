import { choice, date, many, number, text } from '../../contract/fields'
import { changedBody, newBody, valuesOf } from './values'

const deal = {
  fields: {
    name: text({ required: true }),
    tags: many('tags'),
    fee: number(),
    credit: choice(['no', 'yes'], { default: 'no' }),
    closes: date(),
  },
} as const
const names = ['name', 'tags', 'fee', 'credit', 'closes'] as const

describe('the values of a form', () => {
  it('begin with what the record holds, else with the defaults of the contract', () => {
    expect(valuesOf(deal, names)).toEqual({ name: '', tags: [], fee: null, credit: 'no', closes: null })
    expect(valuesOf(deal, names, { name: 'Alder', tags: [3], fee: 0 })).toMatchObject({
      name: 'Alder',
      tags: [3],
      fee: 0,
    })
  })

  it('[OPN-8] come to a new record without what was left empty, its texts trimmed', () => {
    expect(
      newBody({ name: '  Alder ', note: '   ', fee: 0, volume: null, tags: [], terms: [12], agreed: false }),
    ).toEqual({ name: 'Alder', fee: 0, terms: [12], agreed: false })
  })

  it('[OPE-1, OPN-8] come to what has been changed, null for what was emptied', () => {
    const before = { name: 'Alder', note: 'Old', fee: 5 as number | null, tags: [1, 2], kept: 'same' }
    expect(changedBody({ name: ' Alder ', note: ' ', fee: null, tags: [2], kept: 'same' }, before)).toEqual({
      note: null,
      fee: null,
      tags: [2],
    })
    expect(changedBody(before, before)).toEqual({})
  })
})

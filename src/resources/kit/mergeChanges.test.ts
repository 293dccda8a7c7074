import { activityFieldMeta } from '../activities/fieldMeta'
import { addressFieldMeta } from '../addresses/fieldMeta'
import { bidFieldMeta } from '../bids/fieldMeta'
import { opportunityFieldMeta } from '../opportunities/fieldMeta'
import { quoteFieldMeta } from '../quotes/fieldMeta'
import type { RecordFieldMeta } from './fieldMeta'
import { mergeChanges, type Merged } from './mergeChanges'

type Values = Record<string, unknown>

const deal = {
  opportunity_name: 'Alder Creek',
  broker_name: 'Basin',
  notes: '',
  tags: [1, 2],
  dekatherms: true,
  broker_fee: 0.1,
}
const merge = (theirs: Values, mine: Values, was: Values = deal, of: unknown = opportunityFieldMeta) =>
  mergeChanges(of as RecordFieldMeta<'opportunities'>, was, { ...was, ...theirs }, { ...was, ...mine })

describe('two changes of one record', () => {
  it.each([
    ['different fields', { notes: 'Theirs' }, { broker_name: 'Mine' }, ['notes'], []],
    ['the same field to something else', { notes: 'Theirs' }, { notes: 'Mine' }, ['notes'], ['notes']],
    ['the same field to the same', { notes: 'Both' }, { notes: 'Both' }, ['notes'], []],
    [
      'one of two fields both',
      { notes: 'T', broker_name: 'T' },
      { notes: 'M' },
      ['broker_name', 'notes'],
      ['notes'],
    ],
    ['nothing of theirs', {}, { notes: 'Mine' }, [], []],
    [
      'a field that is emptied here',
      { broker_name: 'Theirs' },
      { broker_name: '' },
      ['broker_name'],
      ['broker_name'],
    ],
  ])('[K19] of %s are asked for only where they collide', (_what, theirs, mine, changed, collisions) => {
    expect(merge(theirs, mine)).toEqual({
      theirs: changed,
      collisions,
      isRelated: false,
      converted: [],
      lists: {},
    })
  })

  it.each([
    ['added by both', [1, 2, 3], [1, 2, 4], [1, 2, 3, 4]],
    ['removed by one, added by the other', [2], [1, 2, 4], [2, 4]],
    ['removed by both', [1], [2], []],
    ['the same one added by both', [1, 2, 3], [3, 1, 2, 5], [1, 2, 3, 5]],
  ])('[K19] relations %s are merged', (_what, theirs, mine, tags) => {
    expect(merge({ tags: theirs }, { tags: mine })).toEqual({
      theirs: ['tags'],
      collisions: [],
      isRelated: false,
      converted: [],
      lists: { tags },
    })
  })

  it.each([
    [
      'a number and its unit',
      { dekatherms: false, broker_fee: 0.01 },
      { broker_fee: 0.2 },
      deal,
      opportunityFieldMeta,
    ],
    [
      'a unit and a number',
      { june_volume: 5 },
      { volume_unit: 'th', june_volume: 10 },
      { june_volume: 1, volume_unit: 'dth' },
      bidFieldMeta,
    ],
    [
      'a city and a ZIP code',
      { city: 'Erie' },
      { zip_code: '16549' },
      { city: 'Reno', zip_code: '89501' },
      addressFieldMeta,
    ],
    ['a start and an end', { start: 9 }, { end: 5 }, { start: 1, end: 2 }, activityFieldMeta],
  ])('[K19] of %s are looked at, though no field collides', (_what, theirs, mine, was, of) => {
    expect(merge(theirs, mine, was, of)).toMatchObject({ collisions: [], isRelated: true })
  })

  const volumes = { ...deal, sales_annual_volume_manual: 100 }
  const inTherms = { dekatherms: false, sales_annual_volume_manual: 1_000, broker_fee: 0.01 }
  const quote = { price: 4, price_unit: 'dth', fee: 0.2, fee_unit: 'dth' }

  it.each<[string, Values, Values, Partial<Merged>, Values?, unknown?]>([
    [
      'a unit here and a number there is no collision of the numbers',
      inTherms,
      { sales_annual_volume_manual: 250 },
      {
        theirs: ['dekatherms'],
        collisions: [],
        isRelated: true,
        converted: ['sales_annual_volume_manual'],
      },
    ],
    [
      'one number in two units is one where they differ',
      { ...inTherms, sales_annual_volume_manual: 3_000 },
      { sales_annual_volume_manual: 250 },
      {
        theirs: ['dekatherms', 'sales_annual_volume_manual'],
        collisions: ['sales_annual_volume_manual'],
        converted: ['sales_annual_volume_manual'],
      },
    ],
    [
      'one number in two units is none where they are the same',
      { ...inTherms, sales_annual_volume_manual: 2_500 },
      { sales_annual_volume_manual: 250 },
      { collisions: [], converted: ['sales_annual_volume_manual'] },
    ],
    [
      'the unit on both sides, and a number here, is merged',
      inTherms,
      { ...inTherms, sales_annual_volume_manual: 2_500 },
      { theirs: ['dekatherms'], collisions: [], isRelated: false, converted: [] },
    ],
    [
      'the unit of a price and the price',
      { price_unit: 'th' },
      { price: 5 },
      {
        theirs: ['price', 'price_unit'],
        collisions: ['price'],
        isRelated: true,
        converted: ['price'],
      },
      quote,
      quoteFieldMeta,
    ],
    [
      'the unit of a price and the fee, which has its own',
      { price_unit: 'th' },
      { fee: 0.3 },
      { collisions: [], isRelated: false, converted: ['price'] },
      quote,
      quoteFieldMeta,
    ],
  ])('[K2, K19] %s', (_what, theirs, mine, merged, was = volumes, of = opportunityFieldMeta) => {
    expect(merge(theirs, mine, was, of)).toMatchObject(merged)
  })
})

import { activityFieldMeta } from '../activities/fieldMeta'
import { addressFieldMeta } from '../addresses/fieldMeta'
import { bidFieldMeta } from '../bids/fieldMeta'
import { opportunityFieldMeta } from '../opportunities/fieldMeta'
import type { RecordFieldMeta } from './fieldMeta'
import { mergeChanges } from './mergeChanges'

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
    expect(merge(theirs, mine)).toEqual({ theirs: changed, collisions, isRelated: false, lists: {} })
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
      lists: { tags },
    })
  })

  it.each([
    ['a number and its unit', { dekatherms: false }, { broker_fee: 0.2 }, deal, opportunityFieldMeta],
    [
      'a unit and a number',
      { june_volume: 5 },
      { volume_unit: 'th' },
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
})

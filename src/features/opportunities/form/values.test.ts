import { inDekatherms, valuesFrom } from './values'

const deal = {
  ...valuesFrom(undefined),
  sales_annual_volume_manual: 83_180,
  estimated_annual_volume: 5_000,
  broker_fee: 0.1325,
  source_fee: 0.07,
}

it('[K2] switching the unit of a deal converts every number that carries it, there and back', () => {
  const inTherms = inDekatherms(deal, false)
  expect(inTherms).toEqual({
    ...deal,
    dekatherms: false,
    sales_annual_volume_manual: 831_800,
    estimated_annual_volume: 50_000,
    broker_fee: 0.01325,
    source_fee: 0.007,
  })
  expect(inDekatherms(inTherms, true)).toEqual(deal)
})

it.each([
  ['says no unit counts in dekatherms', { ...deal, dekatherms: null }, true, deal],
  ['stays in its unit keeps its numbers', deal, true, deal],
  [
    'lacks numbers, or holds what could not be read, keeps that',
    { ...deal, sales_annual_volume_manual: null, broker_fee: '0,1x', source_fee: null },
    false,
    {
      ...deal,
      ...{ dekatherms: false, sales_annual_volume_manual: null, estimated_annual_volume: 50_000 },
      ...{ broker_fee: '0,1x', source_fee: null },
    },
  ],
])('[K2] a deal that %s', (_what, before, dekatherms, after) => {
  expect(inDekatherms(before, dekatherms)).toEqual(after)
})

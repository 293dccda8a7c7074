import { type Measure, unitNamed, writtenUnits } from './writtenUnits'

const read = (text: string, measure: Measure = 'month') => {
  const { units, doubt } = writtenUnits(text, measure)
  return doubt ?? units.join()
}

describe('the units that a heading names', () => {
  it.each([
    ['DT', 'dth'],
    ['Usage (DT)', 'dth'],
    ['Deka-therms', 'dth'],
    ['MM Btu', 'dth'],
    ['Billed\u00A0therms', 'th'],
    ['Usage_Dth', 'dth'],
    ['Dth/month', 'dth'],
    ['Therms per billing period', 'th'],
    ['Usage 2025 therms', 'th'],
    ['HCF', 'ccf'],
    ['Hundred Cubic Feet', 'ccf'],
    ['100 cu. ft.', 'ccf'],
    ['Thousand cubic feet (Mcf)', 'mcf'],
    ['Annual profile by month (therms)', 'th'],
    ['Usage', ''],
    ['Usage (billed)', ''],
    ['Usage (FY 2026)', ''],
    ['Jul usage (Q3)', ''],
    ['Usage (LDC)', ''],
    ['Dth per calendar month', 'dth'],
    ['5th floor', ''],
    ['Account 4711', ''],
  ])('[K2] “%s”', (text, unit) => {
    expect(read(text)).toBe(unit)
  })

  it.each([
    ...[
      'GJ',
      'MJ',
      'Gigajoules',
      'kWh',
      'MWh',
      'kilowatt-hours',
      'm3',
      'm³',
      '㎥',
      'kDth',
      'MDth',
      'KTherms',
    ],
    ...['Cubic feet', 'cu ft', 'ft³', 'MMcf', 'Bcf', 'Mscf', 'Btu', 'MBtu', 'gallons', 'dkt', 'Usage (QKZ)'],
  ])('[K2] “%s” is no unit that is known', (text) => {
    expect(read(text)).toMatch(/^“.+” is no unit that is known\.$/)
    expect(read(`Usage (${text.replace(/^Usage \((.*)\)$/, '$1')})`)).toMatch(/ is no unit that is known\.$/)
  })

  it.each([
    ...[
      'Usage (000 therms)',
      "Usage ('000 th)",
      'Dth (000s)',
      'Usage (thousands of therms)',
      'Therms (thousands)',
    ],
    ...[
      '1,000 therms',
      'Therms x 10',
      'Dth ×1,000',
      '10 therms',
      '10³ therms',
      'Usage (M)',
      'M Dth',
      'k therms',
    ],
    ...['tenths of dth', '0.1 dth', 'hundreds'],
  ])('[K2] “%s” multiplies', (text) => {
    expect(read(text)).toMatch(/^“.+” multiplies the numbers\.$/)
  })

  it.each([
    ...[
      'Dth/day',
      'Dth/d',
      'Decatherms/day',
      'Usage per day',
      'daily',
      'Daily therms',
      'therms a day',
      'th / hour',
    ],
    ...['therms per sqft', 'Dth/yr', 'Usage per year'],
  ])('[K2] “%s” is a rate', (text) => {
    expect(read(text)).toMatch(/^“.+” is a rate, not a volume\.$/)
  })

  it('[K2] takes a rate for the time of the numbers', () => {
    expect(read('Annual Volume (Dth/year)', 'year')).toBe('dth')
    expect(read('Volume (Dth/month)', 'year')).toBe('“Dth/month” is a rate, not a volume.')
    expect(read('Monthly volume (Dth)', 'year')).toBe('“Monthly” is a rate, not a volume.')
  })

  it.each([
    ['Price $/th', 'th'],
    ['Price (USD per MMBtu)', 'dth'],
    ['Price/adder', ''],
    ['Price ($/Hundred Cubic Feet)', 'ccf'],
    ['Price (cents/therm)', '“cents” is not in dollars.'],
    ['Price ¢/th', '“¢” is not in dollars.'],
    ['Price (c/therm)', '“c” is not in dollars.'],
    ['Price (C$/GJ)', '“C$” is not in dollars.'],
    ['Price (€/MWh)', '“€” is not in dollars.'],
    ['Price ($/GJ)', '“GJ” is no unit that is known.'],
    ['Price ($/Mdth)', '“Mdth” is no unit that is known.'],
    ['$/kWh', '“kWh” is no unit that is known.'],
    ['Price per furlong', '“furlong” is no unit that is known.'],
    ['$/dth/day', '“dth/day” is no price per unit.'],
    ['$/100 therms', '“100” multiplies the numbers.'],
  ])('[K2] prices: “%s”', (text, found) => {
    expect(read(text, 'price')).toBe(found)
  })

  it('[K2] a text that is a unit and nothing else', () => {
    expect(
      ['Dt', 'th.', 'HCF', 'hundred cubic feet', 'Dth/day', 'th th', 'kDth', 'usage th', ''].map(unitNamed),
    ).toEqual(['dth', 'th', 'ccf', 'ccf', null, null, null, null, null])
  })
})

import { aSupplier } from '../../testing/quotes'
import { pastedQuotes } from './pastedQuotes'

const suppliers = [
  aSupplier(),
  aSupplier({ supplier_id: 2, name: 'Three Herons Gas Supply', price_unit: 'th' }),
  aSupplier({ supplier_id: 3, name: 'Three Rivers' }),
]

const read = (text: string) =>
  pastedQuotes(text, suppliers).map(({ supplier, term, pricingType, price, unit, problem }) =>
    problem === null ? [supplier?.supplier_id, term, pricingType, price, unit] : problem,
  )

describe('[QUO-9] a pasted block of quotes', () => {
  it('is read from cells in order, in the units of the suppliers', () => {
    expect(
      read(
        'Copperlamp Energy\t12\tfixed\t4.05\nthree herons\t2 years\tNYMEX+\t-0.01\ncopperlamp\t6 mo\tindex\t$0.28',
      ),
    ).toEqual([
      [1, 12, 1, 4.05, 'dth'],
      [2, 24, 2, -0.01, 'th'],
      [1, 6, 3, 0.28, 'dth'],
    ])
  })

  it('is read by its headings, whatever their order and the unit they name', () => {
    expect(
      read('Price $/th;Supplier;Type;Term\n0.405;Copperlamp;fixed;12\n$4.05/dth;Three Rivers;1;12'),
    ).toEqual([
      [1, 12, 1, 0.405, 'th'],
      [3, 12, 1, 4.05, 'dth'],
    ])
  })

  it.each([
    ['Nobody Gas\t12\tfixed\t4', 'There is no supplier “Nobody Gas”.'],
    ['Three\t12\tfixed\t4', '“Three” is one of 2 suppliers.'],
    ['Copperlamp\tsoon\tfixed\t4', '“soon” is no term in months.'],
    ['Copperlamp\t121\tfixed\t4', 'Term: Must be 120 or less.'],
    ['Copperlamp\t12\tswap\t4', '“swap” is no pricing type.'],
    ['Copperlamp\t12\tfixed\tcall', 'Price: Enter a number.'],
    ['Copperlamp\t12\tfixed\t', 'Price: This field is required'],
    ['Copperlamp\t12\tfixed\t-1', 'Price: Must be 0 or more.'],
  ])('says what is wrong with “%s”', (text, problem) => {
    expect(read(text)).toEqual([problem])
  })

  it('never guesses a number that can be read in two ways', () => {
    expect(read('Copperlamp\t12\tfixed\t4,05')[0]).toMatch(/^Price: /)
  })

  it('refuses the same supplier, term and type twice', () => {
    expect(read('Copperlamp\t12\tfixed\t4\nCopperlamp\t12\tfixed\t5')).toEqual([
      [1, 12, 1, 4, 'dth'],
      'This supplier, term and type stand above already.',
    ])
  })

  it.each([
    ['Price (cents/therm)', '“cents” is not in dollars.'],
    ['Price ¢/th', '“¢” is not in dollars.'],
    ['Price (c/therm)', '“c” is not in dollars.'],
    ['Price (CAD/GJ)', '“CAD” is not in dollars.'],
    ['Price ($/GJ)', '“GJ” is no unit that is known.'],
    ['Price ($/Mdth)', '“Mdth” is no unit that is known.'],
    ['Price $/kWh', '“kWh” is no unit that is known.'],
    ['Price per furlong', '“furlong” is no unit that is known.'],
    ['Price ($/1,000 therms)', '“1,000” multiplies the numbers.'],
    ['Price ($/dth or $/th)', '“Price ($/dth or $/th)” names more than one unit.'],
  ])('[K2] is refused below “%s”', (heading, why) => {
    const line = 'Copperlamp\t12\tfixed\t42.5'
    expect(read(`Supplier\tTerm\tType\t${heading}\n${line}`)).toEqual([`Price: ${why}`])
    expect(read(`Retailer\tTenor\tKind\t${heading}\n${line}`).at(-1)).toBe(`Price: ${why}`)
  })

  it.each([
    ['42.5¢', '“¢” is not in dollars.'],
    ['42.5 cents/th', '“cents” is not in dollars.'],
    ['$4.25/GJ', '“GJ” is no unit that is known.'],
    ['4.25\t$/Mdth', '“Mdth” is no unit that is known.'],
    ['$4.25/100 th', '“100” multiplies the numbers.'],
  ])('[K2] is refused with the price “%s”', (price, why) => {
    expect(read(`Copperlamp\t12\tfixed\t${price}`)).toEqual([`Price: ${why}`])
  })

  it('[K2] is read in the unit that stands with it, or above', () => {
    expect(read('Copperlamp\t12\tfixed\t$0.405 per therm\nThree Rivers\t12\tfixed\t1000 USD/Dt')).toEqual([
      [1, 12, 1, 0.405, 'th'],
      [3, 12, 1, 1000, 'dth'],
    ])
    expect(read('Supplier\tTerm\tType\tPrice\tUnit\nCopperlamp\t12\tfixed\t0.42\tHCF')).toEqual([
      [1, 12, 1, 0.42, 'ccf'],
    ])
    expect(
      read('All prices in $/th\nSupplier\tTerm\tType\tPrice\nCopperlamp\t12\tfixed\t0.42').at(-1),
    ).toEqual([1, 12, 1, 0.42, 'th'])
    expect(read('Copperlamp\t12\tfixed\t42\nAll prices in cents per therm')[0]).toBe(
      'Price: “cents” is not in dollars.',
    )
  })

  it('[K8] is read without the invisible characters copied with it', () => {
    for (const mark of ['\u200B', '\u200E', '\uFEFF', '\u00AD', '\u202D', '\u2068'])
      expect(read(`${mark}Copper${mark}lamp\t${mark}12\tfix${mark}ed\t${mark}4.0${mark}5`)).toEqual([
        [1, 12, 1, 4.05, 'dth'],
      ])
  })
})

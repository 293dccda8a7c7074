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
})

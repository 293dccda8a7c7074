import fc from 'fast-check'
import {
  businessDayFrom,
  defaultValidUntil,
  holidaysOf,
  isOldCurve,
  lastTradingDay,
  marketDay,
  momentAt,
  monthsFrom,
} from './calendar'
import { decimal, places, rounded } from './decimal'
import {
  priceQuote,
  quoteDiffers,
  quoteState,
  rankQuotes,
  shownNumbers,
  type QuoteTerms,
  type Ranked,
} from './quotes'
import { shareOut } from './shares'
import { dthOf } from './usage'
import { loadWeighted, stripAverage } from './strips'
import { convertPrice, convertQuantity, gasUnits, heatContentOn, quantityPlaces, type GasUnit } from './units'
import { monthlyVolumes } from './choices'
import { volumesOf, type BidVolumes } from './volumes'

const heat = 1.037
const quantity = (value: number, from: GasUnit, to: GasUnit) =>
  rounded(convertQuantity(value, from, to, heat), quantityPlaces[to])
const price = (value: number, from: GasUnit, to: GasUnit) =>
  rounded(convertPrice(value, from, to, heat), places.price)

test.each<[number, GasUnit, number, GasUnit]>([
  [3_200, 'th', 320, 'dth'],
  [4_160, 'ccf', 431.392, 'dth'],
  [4_160, 'ccf', 4_313.92, 'th'],
  [250, 'mcf', 259.25, 'dth'],
  [1_000, 'dth', 964.32, 'mcf'],
  [1_000, 'dth', 9_643.2, 'ccf'],
])('[UNIT-2, WE-1] %d %s are %d %s', (from, fromUnit, to, toUnit) => {
  expect(quantity(from, fromUnit, toUnit)).toBe(to)
})

test.each<[number, GasUnit, number, GasUnit]>([
  [4.16, 'mcf', 4.0116, 'dth'],
  [4.16, 'mcf', 0.4012, 'th'],
  [0.405, 'th', 4.05, 'dth'],
  [0.42, 'ccf', 4.0501, 'dth'],
])('[UNIT-2, WE-1] %d $/%s are %d $/%s', (from, fromUnit, to, toUnit) => {
  expect(price(from, fromUnit, toUnit)).toBe(to)
})

test.each([
  [4.00005, 4, 4.0001],
  [4.00004999, 4, 4],
  [1.005, 2, 1.01],
  [2.675, 2, 2.68],
  [-0.125, 2, -0.13],
])('[UNIT-3, WE-2] %d to %d places is %d', (value, digits, result) => {
  expect(rounded(value, digits)).toBe(result)
})

test('[UNIT-3, WE-2] sums are decimal, and zero has no sign', () => {
  expect(decimal(0.1).plus(0.2).toNumber()).toBe(0.3)
  expect(decimal(1_234_567.1).plus(0.2).toNumber()).toBe(1_234_567.3)
  expect(Object.is(rounded(-0.001, 2), 0)).toBe(true)
})

test.each<[number, GasUnit, number, number]>([
  [4.12345, 'mcf', 1.0281, 4.1235],
  [4.12345, 'mcf', 1.0452, 4.1235],
  [4.16005, 'mcf', 1.0376, 4.1601],
  [0.41235, 'ccf', 1.0281, 0.4124],
  [0.40005, 'ccf', 1.037, 0.4001],
])(
  '[UNIT-3] %d $/%s, there and back by a heat content of %d, is %d: a half is not lost to a cut division',
  (value, of, heatContent, result) => {
    const inDth = convertPrice(value, of, 'dth', heatContent)
    expect(rounded(convertPrice(inDth, 'dth', of, heatContent), places.price)).toBe(result)
  },
)

const unit = fc.constantFrom(...gasUnits)
/** Numbers of up to fifteen digits, as they are typed. */
const typed = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 15 }))
  .map(([digits, point]) => decimal(digits).div(decimal(10).pow(point)).toNumber())
const heatContents = fc.integer({ min: 9_000, max: 12_000 }).map((value) => value / 10_000)

test('[UNIT-2] a conversion there and back loses nothing', () => {
  fc.assert(
    fc.property(typed, unit, unit, heatContents, (value, from, to, content) => {
      const back = convertQuantity(convertQuantity(value, from, to, content), to, from, content)
      const priceBack = convertPrice(convertPrice(value, from, to, content), to, from, content)
      expect([back.round(20).toNumber(), priceBack.round(20).toNumber()]).toEqual([value, value])
    }),
  )
})

test('[UNIT-3] a price there and back is rounded as it was typed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      unit,
      unit,
      fc.integer({ min: 9_000, max: 12_000 }),
      (digits, from, to, content) => {
        const value = decimal(digits).times('0.00001')
        const heatContent = decimal(content).times('0.0001')
        const back = convertPrice(convertPrice(value, from, to, heatContent), to, from, heatContent)
        expect(rounded(back, places.price)).toBe(rounded(value, places.price))
      },
    ),
  )
})

test('[UNIT-6] in force is the latest entry that is not after the day, else 1.037', () => {
  const entries = [
    { valid_from: '2027-06-01', mmbtu_per_mcf: 1.04 },
    { valid_from: '2027-01-01', mmbtu_per_mcf: 1.02 },
  ]
  expect(
    ['2026-12-31', '2027-01-01', '2027-05-31', '2027-06-01'].map((day) => heatContentOn(entries, day)),
  ).toEqual([1.037, 1.02, 1.02, 1.04])
})

test('[UNIT-5, WE-10] shares of a total by days', () => {
  expect(shareOut(100, [4, 28, 2], 3)).toEqual([11.765, 82.353, 5.882])
})

test('[UNIT-5, WE-24] shares of a total by percents, of nothing much, and of a negative one', () => {
  expect(shareOut(100.01, [50, 30, 20], 2)).toEqual([50.01, 30, 20])
  expect(shareOut(0.01, [50, 30, 20], 2)).toEqual([0.01, 0, 0])
  expect(shareOut(-100.01, [50, 30, 20], 2)).toEqual([-50.01, -30, -20])
  expect(shareOut(0.05, [0, 0], 2)).toEqual([0.03, 0.02])
})

test('[UNIT-5] shares sum to the total, and none is a unit off', () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 })
  const weights = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 24 })
  fc.assert(
    fc.property(cents, weights, (total, given) => {
      const shares = shareOut(total / 100, given, 2)
      expect(shares.reduce((sum, share) => sum + Math.round(share * 100), 0)).toBe(total)
      const sum = given.reduce((all, weight) => all + weight, 0)
      for (const [index, share] of shares.entries())
        if (sum > 0)
          expect(Math.abs(share * 100 - (total * (given[index] ?? 0)) / sum)).toBeLessThan(1.000001)
    }),
  )
})

test('[UNIT-5, USE-6] whole totals are shared by whole weights as by decimals of the same proportions', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), weights, (total, given) => {
      const thousandths = given.map((weight) => weight / 1_000)
      expect(shareOut(total, given, 0)).toEqual(shareOut(total, thousandths, 0))
    }),
  )
})

test('[UNIT-4, USE-3] thousandths are dekatherms as decimals have it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (volume) => {
      expect(dthOf(volume)).toBe(rounded(decimal(volume).div(1_000), 3))
    }),
  )
})

const years = Array.from({ length: 10 }, (_, index) => 2025 + index)
const holidays = new Set(years.flatMap((year) => holidaysOf(year).map(({ day }) => day)))
const market = { timeZone: 'America/New_York', holidays }

test('[GAS-6] the holidays of a year, moved off a weekend', () => {
  expect(holidaysOf(2027).map(({ day, name }) => `${day} ${name}`)).toEqual([
    "2027-01-01 New Year's Day",
    '2027-01-18 Martin Luther King Jr. Day',
    "2027-02-15 Presidents' Day",
    '2027-03-26 Good Friday',
    '2027-05-31 Memorial Day',
    '2027-06-18 Juneteenth',
    '2027-07-05 Independence Day',
    '2027-09-06 Labor Day',
    '2027-11-25 Thanksgiving',
    '2027-12-24 Christmas',
  ])
  const dayOf = (year: number, name: string) => holidaysOf(year).find((one) => one.name === name)?.day
  // A Saturday's New Year is not moved, a Sunday's is.
  expect([dayOf(2028, "New Year's Day"), dayOf(2023, "New Year's Day")]).toEqual(['2028-01-01', '2023-01-02'])
  expect([2024, 2025, 2026, 2028, 2030, 2038].map((year) => dayOf(year, 'Good Friday'))).toEqual([
    '2024-03-29',
    '2025-04-18',
    '2026-04-03',
    '2028-04-14',
    '2030-04-19',
    '2038-04-23',
  ])
})

test('[GAS-6] a moment lies on the day that clocks of the market show', () => {
  expect(marketDay('2027-03-16T03:59:00Z', market.timeZone)).toBe('2027-03-15')
  expect(marketDay('2027-03-16T04:00:00Z', market.timeZone)).toBe('2027-03-16')
  expect(momentAt('2027-11-07', 17, market.timeZone)).toBe('2027-11-07T22:00:00.000Z')
  expect(momentAt('2027-03-14', 17, market.timeZone)).toBe('2027-03-14T21:00:00.000Z')
  expect(momentAt('2027-03-14', 17, 'Asia/Kolkata')).toBe('2027-03-14T11:30:00.000Z')
})

test.each([
  ['2027-03-12T15:12Z', '2027-03-12T22:00:00.000Z'],
  ['2027-03-15T14:12Z', '2027-03-15T21:00:00.000Z'],
  ['2027-03-16T04:30Z', '2027-03-16T21:00:00.000Z'],
  ['2027-03-25T21:00Z', '2027-03-29T21:00:00.000Z'],
])('[QUO-4, WE-8] quoted at %s, a quote expires at %s', (quotedAt, expires) => {
  expect(defaultValidUntil(quotedAt, market)).toBe(expires)
})

test.each([
  ['2026-12', '2026-11-25'],
  ['2027-01', '2026-12-29'],
  ['2027-04', '2027-03-29'],
  ['2027-06', '2027-05-26'],
])('[CRV-2, WE-25] %s trades until %s', (month, day) => {
  expect(lastTradingDay(month, holidays)).toBe(day)
})

test('[CRV-3] a curve is old after three business days', () => {
  expect(isOldCurve('2026-11-25', '2026-12-01', holidays)).toBe(false)
  expect(isOldCurve('2026-11-25', '2026-12-02', holidays)).toBe(true)
  expect(businessDayFrom('2026-11-25', 3, holidays)).toBe('2026-12-01')
})

const profile = [1800, 1550, 1200, 700, 400, 200, 150, 150, 250, 700, 1200, 1700]
const nymex = [4.61, 4.48, 4.05, 3.62, 3.54, 3.6, 3.69, 3.72, 3.7, 3.78, 4.12, 4.55]
const bid = (meters: number | null, change: Partial<BidVolumes> = {}): BidVolumes => ({
  ...(Object.fromEntries(monthlyVolumes.map((field, index) => [field, profile[index] ?? null])) as Record<
    (typeof monthlyVolumes)[number],
    number | null
  >),
  annual_volume: 10_000,
  volume_unit: 'dth',
  meter_count: meters,
  ...change,
})
const none: BidVolumes = {
  ...(Object.fromEntries(monthlyVolumes.map((field) => [field, null])) as Record<
    (typeof monthlyVolumes)[number],
    null
  >),
  annual_volume: null,
  volume_unit: 'dth',
  meter_count: null,
}
const fixed = (change: Partial<QuoteTerms>): QuoteTerms => ({
  pricing_type: 1,
  term: 12,
  start_date: '2027-01-01',
  price: 4,
  price_unit: 'dth',
  pricing_point: 'Burner Tip',
  basis: null,
  transport: null,
  loss_percent: null,
  monthly_charge: null,
  other_charge: null,
  fee: null,
  fee_unit: 'dth',
  fee_included: false,
  ...change,
})
const months2027 = monthsFrom('2027-01', 12)
const curveOf = (prices: readonly number[]) =>
  new Map(months2027.map((month, index) => [month, prices[index] ?? 0]))
const numbersOf = (
  quote: QuoteTerms,
  { of = bid(1), curve = null as ReadonlyMap<string, number> | null } = {},
) => priceQuote({ quote, bid: of, heatContent: heat, curve })
const shown = (...given: Parameters<typeof numbersOf>) => shownNumbers(numbersOf(...given), 'dth', heat)

const a = fixed({
  price: 3.99,
  pricing_point: 'City Gate',
  basis: 0.12,
  loss_percent: 2,
  transport: 0.08,
  fee: 0.15,
})
const b = fixed({ price: 0.405, price_unit: 'th', fee: 0.012, fee_unit: 'th', fee_included: true })
const c = fixed({ price: 4.16, price_unit: 'mcf', fee: 0.1, fee_unit: 'mcf' })

test('[QUO-6, WE-3] the lowest number is not the best offer', () => {
  expect([a, b, c].map((quote) => price(quote.price, quote.price_unit, 'dth'))).toEqual([3.99, 4.05, 4.0116])
  expect([a, b, c].map((quote) => shown(quote))).toMatchObject([
    { all_in_price: 4.4239, net_price: 4.2739, term_cost: 44_238.78, commission: 1_500 },
    { all_in_price: 4.05, net_price: 3.93, term_cost: 40_500, commission: 1_200 },
    { all_in_price: 4.108, net_price: 4.0116, term_cost: 41_080.04, commission: 964.32 },
  ])
})

const ranked = (quote: QuoteTerms, state: Ranked['state'] = 'open'): Ranked => ({
  state,
  term: quote.term,
  pricing_type: quote.pricing_type,
  all_in_price: numbersOf(quote).all_in_price,
})

test('[QUO-6, QUO-7, WE-4] quotes that cost the same share the mark', () => {
  const x = fixed({ price: 4.2, fee: 0.2, fee_included: true })
  const y = fixed({ price: 4.05, fee: 0.015, fee_unit: 'th' })
  expect([x, y].map((quote) => shown(quote))).toMatchObject([
    { all_in_price: 4.2, annual_cost: 42_000, net_price: 4, commission: 2_000 },
    { all_in_price: 4.2, annual_cost: 42_000, net_price: 4.05, commission: 1_500 },
  ])
  expect(rankQuotes([ranked(x), ranked(y), ranked(fixed({ price: 5 }))])).toEqual([
    { rank: 1, rank_term: 1, best: true },
    { rank: 1, rank_term: 1, best: true },
    { rank: 3, rank_term: 3, best: false },
  ])
})

test('[CRV-2, QUO-6, WE-5] the load-weighted price counts, not the average', () => {
  const index = fixed({ pricing_type: 2, price: 0.35, fee: 0.15 })
  expect(shown(index, { curve: curveOf(nymex) })).toMatchObject({
    strip_average: 3.955,
    load_weighted: 4.2134,
    all_in_price: 4.7134,
    term_cost: 47_133.5,
  })
  expect(shown(fixed({ price: 4.4, fee: 0.15 }))).toMatchObject({ all_in_price: 4.55, term_cost: 45_500 })
  expect(stripAverage([])).toBeNull()
  expect(loadWeighted([decimal(4)], [decimal(0)])).toBeNull()
})

test('[QUO-6, WE-6] an index at the city gate, with losses and charges of meters', () => {
  const quote = fixed({
    pricing_type: 3,
    price: 0.28,
    pricing_point: 'City Gate',
    loss_percent: 1.5,
    transport: 0.11,
    monthly_charge: 25,
    fee: 0.015,
    fee_unit: 'th',
  })
  const curve = curveOf(nymex.map((value) => decimal(value).minus(0.22).toNumber()))
  expect(shown(quote, { of: bid(4), curve })).toMatchObject({
    all_in_price: 4.7184,
    net_price: 4.5684,
    term_cost: 47_184.26,
  })
})

test('[QUO-6, WE-7] a term shorter than a year', () => {
  const quote = fixed({
    term: 5,
    start_date: '2026-11-01',
    price: 4.35,
    fee: 0.1,
    fee_included: true,
    monthly_charge: 40,
  })
  expect(shown(quote, { of: bid(3) })).toMatchObject({
    term_volume: 7_450,
    term_cost: 33_007.5,
    all_in_price: 4.4305,
    annual_cost: 44_305.37,
    commission: 745,
    volume_source: 'profile',
  })
})

test('[QUO-6] what is missing is named, and no number is made up', () => {
  expect(shown(a, { of: none })).toMatchObject({
    all_in_price: null,
    commission: null,
    term_volume: null,
    volume_source: null,
    missing: ['annual_volume'],
  })
  const gap = bid(1, { annual_volume: null, march_volume: null })
  expect(shown(a, { of: gap })).toMatchObject({ term_cost: null, missing: ['march_volume'] })
  expect(shown(a, { of: bid(1, { ...none, annual_volume: 0 }) })).toMatchObject({
    all_in_price: null,
    missing: ['annual_volume'],
  })
  const floating = fixed({ pricing_type: 2, price: 0.35 })
  expect(shown(floating)).toMatchObject({ all_in_price: null, missing: ['index_curve'], commission: 0 })
  const short = new Map([...curveOf(nymex)].slice(0, 10))
  expect(shown(floating, { curve: short })).toMatchObject({
    all_in_price: null,
    strip_average: null,
    missing: ['curve 2027-11', 'curve 2027-12'],
  })
})

test('[QUO-6] without months the year is spread evenly, in therms as well', () => {
  const flat = { ...none, annual_volume: 120_000, volume_unit: 'th' as const }
  expect(shown(fixed({ term: 3 }), { of: flat })).toMatchObject({
    term_volume: 3_000,
    term_cost: 12_000,
    annual_cost: 48_000,
    volume_source: 'flat',
  })
  expect(volumesOf(bid(1, { july_volume: null }), ['2027-06', '2027-07']).source).toBe('flat')
})

test.each<[Partial<BidVolumes>, Partial<QuoteTerms>, object]>([
  [{ annual_volume: 1_001.5 }, { fee: 0.01 }, { commission: 10.02 }],
  [{ annual_volume: 100 }, { price: 4.12345 }, { term_cost: 412.35, annual_cost: 412.35 }],
  [
    { ...Object.fromEntries(monthlyVolumes.map((field) => [field, 0.25])), annual_volume: 3 },
    { price: 0, other_charge: 10.015 },
    { term_cost: 10.02, annual_cost: 10.02 },
  ],
])(
  '[UNIT-3, QUO-6] of %j a quote with %j has %j: exact halves are rounded away from zero',
  (of, terms, numbers) => {
    expect(shown(fixed(terms), { of: { ...none, ...of } })).toMatchObject(numbers)
  },
)

test('[QUO-6] a year that is not known is named, where the months of the term are', () => {
  const winter = {
    ...none,
    ...{ november_volume: 1_200, december_volume: 1_700, january_volume: 1_800 },
    ...{ february_volume: 1_550, march_volume: 1_200 },
  }
  expect(shown(fixed({ term: 5, start_date: '2026-11-01' }), { of: winter })).toMatchObject({
    all_in_price: 4,
    annual_cost: null,
    missing: ['annual_volume'],
  })
})

test('[UNIT-3, QUO-7] the best offer and its order do not depend on the unit shown', () => {
  const offers = fc.array(
    fc.record({
      price: fc.integer({ min: 1, max: 900 }).map((value) => value / 100),
      price_unit: unit,
      fee: fc.constantFrom(0, 0.1, 0.15),
    }),
    { minLength: 2, maxLength: 7 },
  )
  fc.assert(
    fc.property(offers, unit, (given, to) => {
      const quotes = given.map((offer) => fixed(offer))
      const inDth = rankQuotes(quotes.map((quote) => ranked(quote)))
      const inUnit = rankQuotes(
        quotes.map((quote) => {
          const { all_in_price, ...rest } = ranked(quote)
          return { ...rest, all_in_price: all_in_price && convertPrice(all_in_price, 'dth', to, heat) }
        }),
      )
      expect(inUnit).toEqual(inDth)
      const turned = rankQuotes([...quotes].reverse().map((quote) => ranked(quote)))
      expect(turned.reverse()).toEqual(inDth)
      expect(inDth.some(({ best }) => best)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('[QUO-7] only open quotes are ranked, each in its column and in its term', () => {
  const floating = { ...ranked(fixed({ price: 3.9 })), pricing_type: 2 }
  const unknown = { ...ranked(b), all_in_price: null }
  expect(
    rankQuotes([ranked(b), ranked(c), floating, ranked(fixed({ term: 24 })), ranked(a, 'expired'), unknown]),
  ).toEqual([
    { rank: 1, rank_term: 2, best: true },
    { rank: 2, rank_term: 3, best: false },
    { rank: 1, rank_term: 1, best: true },
    { rank: 1, rank_term: 1, best: true },
    { rank: null, rank_term: null, best: false },
    { rank: null, rank_term: null, best: false },
  ])
})

test('[QUO-8] a quote differs from its bid in swing, start or term', () => {
  const asked = { swing: [0.1], start_date: '2027-01-01', terms: [12, 24] }
  const quote = { swing: 0.1, start_date: '2027-01-01', term: 12 }
  expect(quoteDiffers(quote, asked)).toEqual([])
  expect(quoteDiffers({ swing: 0.05, start_date: '2027-02-01', term: 36 }, asked)).toEqual([
    'swing',
    'start_date',
    'term',
  ])
  expect(quoteDiffers({ ...quote, swing: null }, { ...asked, start_date: null })).toEqual([])
})

test('[QUO-5, GAS-5] the state of a quote is that of a moment', () => {
  const quote = {
    valid_until: '2027-03-12T22:00:00.000Z',
    withdrawn_at: null,
    replaced_at: null,
    awarded_at: null,
    lost_at: null,
  }
  expect(quoteState(quote, '2027-03-12T21:59:59Z')).toBe('open')
  expect(quoteState(quote, '2027-03-12T22:00:00Z')).toBe('expired')
  const moment = '2027-03-12T20:00:00.000Z'
  const late = '2027-03-13T00:00:00Z'
  expect(quoteState({ ...quote, awarded_at: moment, lost_at: moment }, late)).toBe('awarded')
  expect(quoteState({ ...quote, withdrawn_at: moment, replaced_at: moment }, late)).toBe('withdrawn')
  expect(quoteState({ ...quote, lost_at: moment }, late)).toBe('lost')
  expect(quoteState({ ...quote, replaced_at: moment }, late)).toBe('replaced')
  expect(quoteState({ ...quote, replaced_at: moment }, '2027-03-12T19:00:00Z')).toBe('open')
})

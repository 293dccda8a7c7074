import { states } from '../../fixtures/places'
import type { Business } from '.'
import { madeUpBusinesses } from './businesses'
import { registryBureau } from './registry'

const bureau = registryBureau()
const businesses = madeUpBusinesses()
const some = businesses.filter((_, index) => index % 97 === 0)

const firstOf = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('The list is empty.')
  return first
}
const namesFor = async (name: string, city: string, state: string) =>
  (await bureau.search({ name, city, state })).map(({ business_name }) => business_name)
const firstBin = async (name: string, { city, state }: { city: string; state: string }) =>
  (await bureau.search({ name, city, state }))[0]?.bin

test('[BUR-2] the registry holds thousands of businesses over all states, each with a number of its own', () => {
  expect(businesses.length).toBeGreaterThanOrEqual(5_000)
  expect(new Set(businesses.map(({ bin }) => bin)).size).toBe(businesses.length)
  expect(new Set(businesses.map(({ state }) => state))).toEqual(new Set(Object.keys(states)))
  expect(new Set(businesses.map(({ state, business_name }) => `${state} ${business_name}`)).size).toBe(
    businesses.length,
  )
})

test.each([
  ...['New York, NY', 'Los Angeles, CA', 'Chicago, IL', 'Houston, TX', 'Phoenix, AZ', 'Philadelphia, PA'],
  ...['San Antonio, TX', 'San Diego, CA', 'Dallas, TX', 'San Francisco, CA', 'Seattle, WA', 'Boston, MA'],
  ...['Miami, FL', 'Cleveland, OH', 'Indianapolis, IN', 'New Orleans, LA'],
])('[BUR-1] it has businesses where people look first of all: %s', async (place) => {
  const [city = '', state = ''] = place.split(', ')
  const there = businesses.filter((business) => business.city === city && business.state === state)
  expect(there.length).toBeGreaterThan(0)
  for (const { business_name: name, bin } of there) expect(await firstBin(name, { city, state })).toBe(bin)
})

test('[BUR-2] what it tells could be true, and reaches no real company', () => {
  const isSound = ({ bin, zip, phone, city, state }: Business) =>
    /^[1-9]\d{8}$/.test(bin) &&
    /^\d{5}$/.test(zip) &&
    (phone === null || /^\d{3}-555-01\d\d$/.test(phone)) &&
    states[state]?.cities.includes(city)
  expect(businesses.filter((business) => !isSound(business))).toEqual([])
})

test('[BUR-5] its example finds something', async () => {
  const { example } = bureau
  expect(example && (await bureau.search(example))).not.toHaveLength(0)
})

test('it is the same registry each time', () => {
  expect(madeUpBusinesses()).toEqual(businesses)
})

test('[BUR-2] every business is found by its name, first of all, however it is written', async () => {
  for (const business of some) {
    const { business_name: name, bin } = business
    expect(await firstBin(name, business)).toBe(bin)
    expect(await firstBin(name.toUpperCase(), business)).toBe(bin)
    expect(
      await firstBin(`The ${name.replace(/ (Inc\.|LLC|Corp\.|Co\.|L\.P\.|Company)$/, '')}, L.L.C.`, business),
    ).toBe(bin)
    const [root = ''] = name.split(' ')
    expect(await namesFor(root, business.city, business.state)).toContain(name)
  }
})

test('[BUR-2] a slip of the keyboard in a long word does no harm', async () => {
  const slipped = (word: string): string[] => [
    // A letter missing, one doubled, one wrong, two swapped neighbours.
    word.slice(0, 4) + word.slice(5),
    word.slice(0, 4) + word.slice(3),
    `${word.slice(0, 4)}#${word.slice(5)}`.replace('#', word[4] === 'x' ? 'y' : 'x'),
    word.slice(0, 3) + (word[4] ?? '') + (word[3] ?? '') + word.slice(5),
  ]
  for (const { business_name: name, bin, city, state } of some) {
    const [root = '', ...rest] = name.split(' ')
    for (const typed of slipped(root))
      expect([typed, await firstBin([typed, ...rest].join(' '), { city, state })]).toEqual([typed, bin])
  }
})

test('[BUR-2] in a short word two neighbours may have changed places, in the shortest nothing may be wrong', async () => {
  const small = registryBureau(() => [{ ...firstOf(businesses), business_name: 'Elm Forge Dairy LLC' }])
  const { city, state } = firstOf(businesses)
  const count = async (name: string) => (await small.search({ name, city, state })).length
  expect(await count('elm froge diary')).toBe(1)
  expect(await count('elm frgoa')).toBe(0)
  expect(await count('lem forge')).toBe(0)
})

test('[BUR-2] accents, punctuation and where the words are parted do not matter', async () => {
  const café = businesses.find(({ business_name }) => business_name.includes('Café'))
  if (!café) throw new Error('The registry has no business with an accent.')
  const root = café.business_name.split(' ')[0] ?? ''
  expect(await firstBin(`${root} cafe supply`, café)).toBe(café.bin)
  expect(await firstBin(`${root.slice(0, 4)} ${root.slice(4)} café-supply`, café)).toBe(café.bin)
  const maltster = businesses.find(({ business_name }) => business_name.includes("Maltsters'"))
  if (!maltster) throw new Error('The registry has no business with an apostrophe.')
  expect(await firstBin(maltster.business_name.replace("'", '’'), maltster)).toBe(maltster.bin)
  expect(await firstBin(maltster.business_name.replace("'", ''), maltster)).toBe(maltster.bin)
})

test('[BUR-5] another name, another city or another state finds nothing', async () => {
  const {
    business_name: name,
    city,
    state,
  } = businesses.find(({ state }) => state === 'TX') ?? firstOf(businesses)
  expect(await namesFor(name, city, state)).toContain(name)
  expect(await namesFor('Zzyzx Qqwerty', city, state)).toEqual([])
  expect(await namesFor(`${name} Zzyzx`, city, state)).toEqual([])
  expect(await namesFor(name, 'Nowhereville', state)).toEqual([])
  expect(await namesFor(name, city, 'OK')).not.toContain(name)
  expect(await namesFor(name, city, 'XX')).toEqual([])
  expect(await namesFor('...', city, state)).toEqual([])
  // A short word with another letter is another word.
  expect(await namesFor('Xnc', city, state)).toEqual([])
})

test.each([
  ['Pitsburg', 'Pittsburgh', 'PA'],
  ['Ptitsburgh', 'Pittsburgh', 'PA'],
  ['PITTSBURGH ', 'Pittsburgh', 'PA'],
  ['winston salem', 'Winston-Salem', 'NC'],
  ['St. Louis', 'Saint Louis', 'MO'],
  ['ft worth', 'Fort Worth', 'TX'],
])('[BUR-2] the city "%s" is %s', async (typed, city, state) => {
  const meant = businesses.find((business) => business.city === city && business.state === state)
  const found = await bureau.search({ name: meant?.business_name ?? '', city: typed, state })
  expect(found[0]).toEqual(meant)
  expect(new Set(found.map((business) => business.city))).toEqual(new Set([city]))
})

test('[BUR-5] three slips name no city', async () => {
  const { business_name: name } = businesses.find(({ city }) => city === 'Pittsburgh') ?? firstOf(businesses)
  expect(await namesFor(name, 'Pitsbur', 'PA')).toEqual([])
})

test('[BUR-2] at most 25 businesses are shown, those that fit best first', async () => {
  const named = (business_name: string, index: number): Business => ({
    ...firstOf(businesses),
    bin: String(100_000_000 + index),
    business_name,
  })
  const names = [
    'Larkmoor Forge',
    'Larkmoor Steel Works Inc.',
    'Larkmoor Steel',
    'Larkmor Steel',
    'Larkmoor Steeling',
  ]
  const small = registryBureau(() => names.map(named))
  const { city, state } = firstOf(businesses)
  const found = await small.search({ name: 'Larkmoor Steel', city, state })
  expect(found.map(({ business_name }) => business_name)).toEqual([
    'Larkmoor Steel',
    'Larkmoor Steel Works Inc.',
    'Larkmoor Steeling',
    'Larkmor Steel',
  ])
  const large = registryBureau(() => Array.from({ length: 60 }, (_, index) => named('Larkmoor', index)))
  expect(await large.search({ name: 'Larkmoor', city, state })).toHaveLength(25)
})

test('[BUR-3] a business is found by its number', async () => {
  for (const business of some) expect(await bureau.find(business.bin)).toEqual(business)
  expect(await bureau.find('000000000')).toBeNull()
  expect(await bureau.find('__proto__')).toBeNull()
})

import { startExperian, type TestExperian } from '../../testing/experian'
import { readConfig } from '../../config'
import { createOutside } from '../outside'
import { madeUpBusinesses } from './businesses'
import { experianBureau } from './experian'
import { openBureau } from './open'

let service: TestExperian
beforeEach(async () => {
  service = await startExperian()
})
afterEach(() => service.close())

const outsides: ReturnType<typeof createOutside>[] = []
afterEach(async () => {
  for (const outside of outsides.splice(0)) await outside.close()
})
const open = (environment: Record<string, string>) => {
  const config = readConfig(environment)
  const outside = createOutside(config)
  outsides.push(outside)
  return openBureau(config, outside)
}
const some = madeUpBusinesses().filter((_, index) => index % 977 === 0)

describe.each([
  ['of the demo registry', () => open({})],
  ['of Experian', () => open(service.environment)],
])('[BUR-2] the bureau %s', (_name, bureau) => {
  it('finds businesses by name, city and state, best first', async () => {
    const asked = bureau()
    for (const business of some) {
      const { business_name: name, city, state, bin, street, zip, phone } = business
      const [first] = await asked.search({ name, city, state })
      expect(first).toMatchObject({ business_name: name, bin, street, city, state, zip, phone })
    }
  })

  it('finds nothing where there is nothing', async () => {
    expect(await bureau().search({ name: 'Zzyzx Qqq', city: 'Nowhere', state: 'TX' })).toEqual([])
  })

  it('[BUR-3] has each business by its number, and null for other numbers', async () => {
    const asked = bureau()
    for (const business of some.slice(0, 5)) expect(await asked.find(business.bin)).toEqual(business)
    expect(await asked.find('999999999')).toBeNull()
    expect(await asked.find('../headers')).toBeNull()
  })
})

test('[BUR-5] a real bureau has no example: what it knows is not made up', () => {
  expect(open(service.environment).example).toBeNull()
})

test('[BUR-2] one token serves many questions, and another is fetched when it has ended', async () => {
  const bureau = open(service.environment)
  const query = { name: 'Steam', city: 'Houston', state: 'TX' }
  await Promise.all([bureau.search(query), bureau.search(query), bureau.search(query)])
  const tokens = () => service.requests.filter((path) => path === '/oauth2/v1/token').length
  expect(tokens()).toBe(1)
  service.endTokens()
  await bureau.search(query)
  expect(tokens()).toBe(2)
})

test('[BUR-2] a token is not used to its end', async () => {
  let now = 0
  const { bureau: account } = readConfig(service.environment)
  if (!account) throw new Error('There is no account.')
  const outside = createOutside(readConfig(service.environment))
  outsides.push(outside)
  const bureau = experianBureau(account, outside, () => now)
  const query = { name: 'Steam', city: 'Houston', state: 'TX' }
  await bureau.search(query)
  now += 1_741_000
  await bureau.search(query)
  expect(service.requests.filter((path) => path === '/oauth2/v1/token')).toHaveLength(2)
})

test('[BUR-3] an account that may not read the facts makes organizations without them', async () => {
  service.hasFacts = false
  const [business] = some
  expect(await open(service.environment).find(business?.bin ?? '')).toEqual({
    ...business,
    founding_year: null,
    primary_industry: null,
    state_of_incorporation: null,
  })
})

test.each([
  ['BUREAU_PASSWORD', 'wrong'],
  ['BUREAU_SUBCODE', '0000000'],
])('[BUR-4] a wrong %s is a 502, whatever the bureau says', async (name, value) => {
  const bureau = open({ ...service.environment, [name]: value })
  await expect(bureau.search({ name: 'x', city: 'Houston', state: 'TX' })).rejects.toMatchObject({
    status: 502,
  })
})

test.each([
  'BUREAU_CLIENT_ID',
  'BUREAU_CLIENT_SECRET',
  'BUREAU_USERNAME',
  'BUREAU_PASSWORD',
  'BUREAU_SUBCODE',
])('the server does not start with a bureau without %s', (name) => {
  expect(() => readConfig({ ...service.environment, [name]: '' })).toThrow(name)
})

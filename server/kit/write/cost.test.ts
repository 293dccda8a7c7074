import type { Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { startApi, type TestApi } from '../../testing/api'
import { recordMaker } from '../../testing/records'

let api: TestApi
let statements: string[] = []
beforeAll(async () => {
  api = await startApi({}, (text) => statements.push(text))
})
afterAll(() => api.close())

/**
 * Gives a record one name after the other.
 * @returns the fewest statements that read or change deals for one of them: background jobs read some at any time.
 */
async function costOfRenaming(path: string, names: readonly string[]) {
  const costs: number[] = []
  for (const name of names) {
    statements = []
    expect((await api.asBroker('PATCH', path, { name })).status).toBe(200)
    costs.push(statements.filter((text) => text.includes('"opportunities"')).length)
  }
  return Math.min(...costs)
}

const namesOf = async (query: string) => {
  const path = `/api/mpg/opportunities/?${query}`
  const { results } = (await api.asBroker<ListAnswer<Row<'opportunities'>>>('GET', path)).body
  return results.map(({ opportunity_name }) => opportunity_name)
}

test('[TAG-3, API-2] renaming a tag costs the same whether three deals have it or thirty, and shows at once', async () => {
  const make = recordMaker(api)
  const costs: number[] = []
  for (const [name, deals, before] of [
    ['few', 3, 'Of few'],
    // Would sort first, and so shows whether its deals are ordered by its new name.
    ['many', 30, 'A of many'],
  ] as const) {
    const { tag_id: tag } = await make('tags', { name: before })
    for (let count = 0; count < deals; count++)
      await make('opportunities', { opportunity_name: `${name} ${count}`, tags: [tag] })
    const names = [`Zebra ${name}`, `Yak ${name}`, `Aardvark ${name}`]
    costs.push(await costOfRenaming(`/api/mpg/tag/${tag}/`, names))
    expect(await namesOf(`q=aardvark ${name}`)).toHaveLength(deals)
    expect(await namesOf(`q=${before}`)).toEqual([])
  }
  expect(costs[1]).toBe(costs[0])
  await make('opportunities', { opportunity_name: 'Without' })
  const inOrder = await namesOf('ordering=tags')
  expect(inOrder.map((name) => name.split(' ')[0])).toEqual([
    ...Array.from({ length: 3 }, () => 'few'),
    ...Array.from({ length: 30 }, () => 'many'),
    'Without',
  ])
})

test('[ORG-5, API-2] an organization is renamed by as many statements in three deals as in thirty, and found at once', async () => {
  const make = recordMaker(api)
  const costs: number[] = []
  for (const [name, deals] of [
    ['Fewfield', 3],
    ['Manyfield', 30],
  ] as const) {
    const { organization_id: id } = await make('organizations', { name: `${name} before` })
    for (let count = 0; count < deals; count++)
      await make('opportunities', { opportunity_name: `In ${name} ${count}`, organizations: [id] })
    const names = [`${name} between`, `${name} later`, `${name} after`]
    costs.push(await costOfRenaming(`/api/mpg/organizations/${id}/`, names))
    expect(await namesOf(`q=${name} after`)).toHaveLength(deals)
    expect(await namesOf(`q=${name} before`)).toEqual([])
  }
  expect(costs[1]).toBe(costs[0])
})

test('writes of one kind share their statements, so that each is parsed once', async () => {
  const make = recordMaker(api)
  const { organization_id: organization } = await make('organizations')
  const deals: number[] = []
  for (const name of ['First', 'Second', 'Third'])
    deals.push(
      (await make('opportunities', { opportunity_name: name, organizations: [organization] })).opportunity_id,
    )
  const textsOf = async (deal: number) => {
    statements = []
    await api.asBroker('PATCH', `/api/mpg/opportunities/${deal}/`, { sales_represented: `By ${deal}` })
    await make('notes', { object_id: `opportunity-${deal}`, description: `Of ${deal}` })
    return new Set(statements.filter((text) => /^\s*(?:insert|update|delete)/.test(text)))
  }
  const [first = 0, second = 0, third = 0] = deals
  const known = new Set([...(await textsOf(first)), ...(await textsOf(second))])
  expect([...(await textsOf(third))].filter((text) => !known.has(text))).toEqual([])
})

import { contract, type Input, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { stageTotalsPath, type StageTotals } from '../../src/contract/stages'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker, type MakeRecord } from '../testing/records'

type Opportunity = Row<'opportunities'>

const { path } = contract.opportunities

let api: TestApi
let record: MakeRecord
beforeAll(async () => {
  api = await startApi()
  record = recordMaker(api)
})
afterAll(() => api.close())

const make = (change: Partial<Input<'opportunities'>> = {}) => record('opportunities', change)
const patch = async ({ opportunity_id }: Opportunity, body: object, version?: number) =>
  api.asBroker<Opportunity & ErrorAnswer>('PATCH', `${path}${opportunity_id}/`, body, {
    ...(version !== undefined && { 'If-Match': `"${version}"` }),
  })
const namesAt = async (query: string) => {
  const { body } = await api.asBroker<ListAnswer<Opportunity>>('GET', `${path}?${query}`)
  return body.results.map(({ opportunity_name }) => opportunity_name)
}
const totalsAt = async (query: string) => {
  const { body } = await api.asBroker<ListAnswer<StageTotals>>('GET', `${stageTotalsPath}?${query}`)
  return body.results
}

test('[BOARD-1] an opportunity has no stage until it is given one of the list', async () => {
  const made = await make()
  expect(made).toMatchObject({ stage: null, lost_reason: null, lost_note: null })
  expect((await patch(made, { stage: 'presented' })).body.stage).toBe('presented')
  const wrong = await patch(made, { stage: 'shipped' })
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['stage']])
  expect((await patch(made, { stage: null })).body.stage).toBeNull()
})

test('[BOARD-1] lists are filtered by stages, and by the lack of one', async () => {
  await make({ opportunity_name: 'Filter none' })
  await make({ opportunity_name: 'Filter won', stage: 'won' })
  await make({ opportunity_name: 'Filter lost', stage: 'lost', lost_reason: 'price' })
  await make({ opportunity_name: 'Filter new', stage: 'new' })
  expect(await namesAt('q=Filter&stage=won,lost')).toEqual(['Filter lost', 'Filter won'])
  expect(await namesAt('q=Filter&stage_empty=true')).toEqual(['Filter none'])
  expect(await namesAt('q=Filter&stage_empty=false&lost_reason_empty=true')).toEqual([
    'Filter new',
    'Filter won',
  ])
  expect(await namesAt('opportunity_name_contains=filter&stage=new')).toEqual(['Filter new'])
})

test('[BOARD-2] a lost one needs a reason, which goes when it leaves the stage', async () => {
  const made = await make({ stage: 'pricing' })
  const refused = await patch(made, { stage: 'lost' })
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { lost_reason: 'A lost opportunity needs a reason.' },
  ])
  const loss = { stage: 'lost', lost_reason: 'other', lost_note: 'Sold the plant.\n\tIn May.' }
  expect((await patch(made, loss)).body).toMatchObject(loss)
  expect((await patch(made, { lost_reason: null })).status).toBe(400)
  // Other fields of a lost one can be changed as before.
  expect((await patch(made, { broker_name: 'Aldermarch' })).body.lost_reason).toBe('other')
  expect((await patch(made, { stage: 'new' })).body).toMatchObject({
    stage: 'new',
    lost_reason: null,
    lost_note: null,
  })
  expect((await make({ stage: 'won', lost_reason: 'price' })).lost_reason).toBeNull()
  const twice = await api.asBroker('POST', path, { opportunity_name: 'Lost', stage: 'lost' })
  expect(twice.status).toBe(400)
})

test('[BOARD-4] of two moves at once the second is refused, with the stage of the first', async () => {
  const made = await make({ stage: 'new' })
  expect((await patch(made, { stage: 'gathering' }, made.version)).status).toBe(200)
  const second = await patch(made, { stage: 'pricing' }, made.version)
  expect([second.status, second.body.code, second.body.current?.['stage']]).toEqual([
    409,
    'stale_version',
    'gathering',
  ])
})

test('[BOARD-3] each stage is counted with its annual volume in dekatherms, by the search and the filters', async () => {
  const word = 'Totals'
  const tag = await record('tags')
  const of = (name: string, change: Partial<Input<'opportunities'>>) =>
    make({ opportunity_name: `${word} ${name}`, tags: [tag.tag_id], ...change })
  await of('one', { stage: 'pricing', sales_annual_volume_manual: 1_000.5 })
  await of('two', { stage: 'pricing', sales_annual_volume_manual: 20_000, dekatherms: false })
  await of('three', { stage: 'pricing', sales_annual_volume_manual: 5, dekatherms: true })
  await of('four', { stage: 'won' })
  await of('five', { sales_annual_volume_manual: 7 })
  const gone = await of('six', { stage: 'won', sales_annual_volume_manual: 9 })
  await api.asBroker('DELETE', `${path}${gone.opportunity_id}/`)

  const expected = [
    { stage: null, count: 1, annual_volume: 7 },
    { stage: 'new', count: 0, annual_volume: 0 },
    { stage: 'gathering', count: 0, annual_volume: 0 },
    { stage: 'pricing', count: 3, annual_volume: 3_005.5 },
    { stage: 'presented', count: 0, annual_volume: 0 },
    { stage: 'won', count: 1, annual_volume: 0 },
    { stage: 'lost', count: 0, annual_volume: 0 },
  ]
  expect(await totalsAt(`q=${word}`)).toEqual(expected)
  expect(await totalsAt(`tags=${tag.tag_id}`)).toEqual(expected)
  const some = await totalsAt(`tags=${tag.tag_id}&stage=pricing&sales_annual_volume_manual_from=500`)
  expect(some.filter(({ count }) => count > 0)).toEqual([
    { stage: 'pricing', count: 2, annual_volume: 3_000.5 },
  ])
  // All of them, as the list counts them.
  const all = await totalsAt('')
  const { body } = await api.asBroker<ListAnswer<Opportunity>>('GET', `${path}?limit=1`)
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(body.count)
  expect((await api.asBroker('GET', `${stageTotalsPath}?stage=shipped`)).status).toBe(400)
})

test('[BOARD-1] the history tells who moved it', async () => {
  const made = await make({ stage: 'new' })
  await patch(made, { stage: 'won' })
  const { body } = await api.asBroker<ListAnswer<{ changes: { field: string }[] }>>(
    'GET',
    `${path}${made.opportunity_id}/history/`,
  )
  expect(JSON.stringify(body.results[0])).toContain('"stage"')
})

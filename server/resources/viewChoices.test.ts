import type { Input, Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { viewChoicePath, viewChoicesPath, type ViewChoice } from '../../src/contract/viewChoices'
import { startApi, type TestApi } from '../testing/api'

const path = '/api/mpg/views/'

type User = 'broker' | 'team'

let api: TestApi
const tokens = new Map<User, string>()
beforeAll(async () => {
  api = await startApi()
  for (const user of ['broker', 'team'] as const) tokens.set(user, (await api.signIn(user)).access)
})
afterAll(() => api.close())

const as = <T>(user: User, method: string, url: string, body?: object) =>
  api.send<T & ErrorAnswer>(method, url, { token: tokens.get(user) ?? '', ...(body && { body }) })
const save = async (body: Partial<Input<'views'>>, user: User = 'broker') =>
  (await as<Row<'views'>>(user, 'POST', path, { name: 'Mills', list: 'opportunities', ...body })).body
const choose = (user: User, view: number, body: object) =>
  as<ListAnswer<ViewChoice>>(user, 'PUT', viewChoicePath(view), body)
const chosen = async (user: User) =>
  (await as<ListAnswer<ViewChoice>>(user, 'GET', viewChoicesPath)).body.results

test('[VIEW-3] a list opens with one view of the user’s choice, which is no other user’s', async () => {
  const one = await save({ name: 'B', query: 'q=mill', is_shared: true })
  const other = await save({ name: 'A', is_shared: true })
  const elsewhere = await save({ name: 'C', list: 'contacts' })
  expect((await choose('broker', one.view_id, { is_default: true })).body.results).toEqual([
    {
      ...{ view: one.view_id, list: 'opportunities', name: 'B', query: 'q=mill' },
      ...{ is_default: true, is_pinned: false },
    },
  ])
  await choose('broker', elsewhere.view_id, { is_default: true })
  await choose('broker', other.view_id, { is_default: true })
  const defaults = async (user: User) =>
    (await chosen(user)).filter(({ is_default }) => is_default).map(({ name }) => name)
  expect(await defaults('broker')).toEqual(['A', 'C'])
  expect(await defaults('team')).toEqual([])
  await choose('team', one.view_id, { is_default: true })
  expect([await defaults('broker'), await defaults('team')]).toEqual([['A', 'C'], ['B']])
  await choose('broker', other.view_id, {})
  expect(await defaults('broker')).toEqual(['C'])
})

test('[VIEW-2, VIEW-3, VIEW-4, BID-13] the list of bids has views, a default and pinned ones', async () => {
  const query = 'supplier=direct&sort=-start_date'
  const view = await save({ name: 'Direct bids', list: 'bids', query, is_shared: true })
  expect(view).toMatchObject({ list: 'bids', query })
  const { body } = await choose('team', view.view_id, { is_default: true, is_pinned: true })
  expect(body.results.find((one) => one.view === view.view_id)).toEqual({
    ...{ view: view.view_id, list: 'bids', name: 'Direct bids', query },
    ...{ is_default: true, is_pinned: true },
  })
  await as('broker', 'DELETE', `${path}${view.view_id}/`)
  expect((await chosen('team')).filter(({ list }) => list === 'bids')).toEqual([])
})

test('[VIEW-4] views are pinned for oneself, until they are deleted or no longer shared', async () => {
  const view = await save({ name: 'Pinned', is_shared: true })
  const own = await save({ name: 'Own' }, 'team')
  await choose('team', view.view_id, { is_pinned: true })
  await choose('team', own.view_id, { is_pinned: true, is_default: true })
  const pinned = async () =>
    (await chosen('team')).filter(({ is_pinned }) => is_pinned).map(({ name }) => name)
  expect(await pinned()).toEqual(['Own', 'Pinned'])
  await as('broker', 'PATCH', `${path}${view.view_id}/`, { is_shared: false })
  expect(await pinned()).toEqual(['Own'])
  await as('broker', 'PATCH', `${path}${view.view_id}/`, { is_shared: true, name: 'Renamed' })
  expect(await pinned()).toEqual(['Own', 'Renamed'])
  // Another default leaves it pinned.
  await choose('team', view.view_id, { is_default: true, is_pinned: true })
  expect((await chosen('team')).find(({ name }) => name === 'Own')).toMatchObject({
    ...{ is_default: false, is_pinned: true },
  })
  expect((await as('broker', 'DELETE', `${path}${view.view_id}/`)).status).toBe(204)
  expect(await pinned()).toEqual(['Own'])
})

test('[VIEW-4] views that a user does not see cannot be chosen', async () => {
  const view = await save({ name: 'Private' })
  expect((await choose('team', view.view_id, { is_pinned: true })).status).toBe(404)
  expect((await choose('team', 999_999, { is_pinned: true })).status).toBe(404)
  expect((await choose('broker', view.view_id, { is_pinned: 'perhaps' })).status).toBe(400)
})

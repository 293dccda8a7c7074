import { http, HttpResponse } from 'msw'
import { refusal } from '../../testing/handlers'
import { startStore } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { selectRow } from '../../store/entities'
import { api } from './api'
import { tagsApi } from '../tagsApi'

const { create: createTag, change: changeTag, remove: removeTag, list: tagsList } = tagsApi
const whole = { q: '', limit: 10, offset: 0, ordering: 'name' } as const
const calls = (method: string) => requestsTo('/api/mpg/tag/').filter((request) => request.method === method)

describe('changes', () => {
  it('[TRUST-28] make a record once under one key, however often it is sent', async () => {
    const { store, world } = await startStore()
    const creation = { body: { name: 'Baseload', color: '#222', description: 'Flat' }, key: 'one-attempt' }
    const first = await store.dispatch(createTag.initiate(creation)).unwrap()
    const again = await store.dispatch(createTag.initiate(creation)).unwrap()
    expect(again.ids).toEqual(first.ids)
    expect(world.tables.tags.filter(({ name }) => name === 'Baseload')).toHaveLength(1)
  })

  it('put the answered record into the store at once, and have the lists read anew', async () => {
    const { store } = await startStore()
    const list = store.dispatch(tagsList.initiate(whole))
    await list
    const before = calls('GET').length
    await store.dispatch(changeTag.initiate({ id: 1, body: { name: 'Summer' }, version: 1 })).unwrap()
    expect(selectRow(store.getState(), 'tags', 1)).toMatchObject({ name: 'Summer', version: 2 })
    await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()))
    expect(calls('GET')).toHaveLength(before + 1)
    list.unsubscribe()
  })

  it('read nothing anew where they were refused, and carry the record as it stands', async () => {
    const { store } = await startStore()
    const list = store.dispatch(tagsList.initiate(whole))
    await list
    const before = calls('GET').length
    const refused = await store.dispatch(changeTag.initiate({ id: 1, body: { name: 'X' }, version: 7 }))
    expect(refused.error).toMatchObject({
      status: 409,
      code: 'stale_version',
      current: { name: 'Winter', version: 1 },
    })
    expect(calls('GET')).toHaveLength(before)
    list.unsubscribe()
  })

  it('[API-4] are told of in a toast, in the words of the endpoint', async () => {
    const { store } = await startStore()
    await store.dispatch(removeTag.initiate(2)).unwrap()
    expect(store.getState().toasts).toMatchObject([
      { kind: 'success', title: 'Update', text: 'Delete successfully.' },
    ])
  })

  it('say nothing in a toast that a form says already', async () => {
    const { store } = await startStore()
    server.use(http.post('*/api/mpg/tag/', () => refusal(409, 'There is a tag of this name.')))
    const body = { name: 'Winter', color: '#222', description: 'Twice' }
    await store.dispatch(createTag.initiate({ body, key: 'refused' }))
    expect(store.getState().toasts).toEqual([])
  })

  it('end like every call where the session has ended', async () => {
    const { store } = await startStore()
    server.use(
      http.delete('*/api/mpg/tag/1/', () => HttpResponse.json({ detail: 'No.' }, { status: 401 })),
      http.post('*/api/token/refresh/', () => HttpResponse.json({ detail: 'Over.' }, { status: 401 })),
    )
    const ended = await store.dispatch(removeTag.initiate(1))
    expect(ended.error).toBeDefined()
    expect(store.getState().session.tokens).toBeNull()
    expect(store.getState().toasts).toEqual([])
  })
})

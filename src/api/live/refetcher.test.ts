import { waitFor } from '@testing-library/react'
import { http } from 'msw'
import type { RecordChange } from '../../contract/events'
import { stopClock } from '../../testing/clock'
import { refusal } from '../../testing/handlers'
import { linkWorld } from '../../testing/linkWorld'
import { startStore } from '../../testing/renderApp'
import { holdAnswers, lastQueryTo, requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'
import { contactsApi } from '../contactsApi'
import { tagsApi } from '../tagsApi'
import { createRefetcher } from './refetcher'

const page = { q: '', limit: 10, offset: 0, ordering: 'name' } as const
const change = (given: Partial<RecordChange> = {}) => ({
  type: 'changed' as const,
  change: { resource: 'tags' as const, id: 1, action: 'updated' as const, version: 9, ...given },
})

/** A tab with a list of tags and fake timers. */
const openTab = async (world = createWorld()) => {
  const { store } = await startStore({ world })
  const attention = { isHidden: jest.fn(() => false), isChoosing: jest.fn(() => false) }
  const { receive, wake } = createRefetcher(store, attention)
  const shown = store.dispatch(tagsApi.list.initiate(page))
  await shown
  const asked = jest.spyOn(globalThis, 'fetch')
  const clock = stopClock()
  /** Number of requests for the list after the time. */
  const times = async (ms: number) => {
    await clock.pass(ms)
    return asked.mock.calls.length
  }
  return {
    store,
    receive,
    wake,
    shown,
    attention,
    times,
    clock,
    change: (id: number, version: number) =>
      store.dispatch(tagsApi.change.initiate({ id, body: { name: 'Mine' }, version })),
  }
}

describe('a tab that hears of changes', () => {
  it('[LIVE-2] asks once for what comes together, and not more often than once a second', async () => {
    const { receive, times } = await openTab()
    for (let count = 0; count < 300; count++) receive(change({ version: count }))
    expect(await times(99)).toBe(0)
    expect(await times(1)).toBe(1)
    for (let count = 0; count < 300; count++) receive(change({ id: count }))
    expect(await times(999)).toBe(1)
    expect(await times(1)).toBe(2)
    expect(await times(10_000)).toBe(2)
  })

  it('[LIVE-2] lets be what it does not show', async () => {
    const { receive, times, shown } = await openTab()
    receive(change({ resource: 'contacts' }))
    expect(await times(2_000)).toBe(0)
    shown.unsubscribe()
    receive(change())
    expect(await times(2_000)).toBe(0)
  })

  it('[LIVE-1] removes unused answers from the cache, so that the next use refetches them', async () => {
    const { store, receive, times, shown } = await openTab()
    shown.unsubscribe()
    receive(change({ resource: 'contacts' }))
    expect(await times(2_000)).toBe(0)
    store.dispatch(tagsApi.list.initiate(page)).unsubscribe()
    expect(await times(0)).toBe(0)
    receive(change())
    expect(await times(2_000)).toBe(0)
    store.dispatch(tagsApi.list.initiate(page)).unsubscribe()
    expect(await times(0)).toBe(1)
  })

  it('[LIVE-2] does not follow its own echo, and does follow what others make of the same record', async () => {
    const { receive, times, change: changeTag, clock } = await openTab()
    clock.go()
    await changeTag(1, 1)
    const before = jest.mocked(fetch).mock.calls.length
    const again = stopClock()
    receive(change({ version: 2 }))
    await again.pass(2_000)
    expect(await times(0)).toBe(before)
    receive(change({ version: 3 }))
    expect(await times(2_000)).toBe(before + 1)
    receive(change({ action: 'restored', version: 2 }))
    expect(await times(2_000)).toBe(before + 2)
  })

  it('[LIVE-2] asks for no record while this tab deletes it, nor once that is done; and for one that stays, again', async () => {
    const { store, receive, clock, shown } = await openTab(linkWorld())
    shown.unsubscribe()
    clock.go()
    await store.dispatch(contactsApi.endpoints.contact.initiate(7))
    const path = '/api/mpg/contacts/7/'
    const remove = () => store.dispatch(contactsApi.endpoints.removeContact.initiate(7))
    const linked = change({ resource: 'organizationContacts', id: 1 })
    const reads = () => requestsTo(path).filter(({ method }) => method === 'GET').length

    server.use(http.delete(`*${path}`, () => refusal(409, 'It is used.'), { once: true }))
    const [letFail, failing] = [holdAnswers(path, 'delete'), remove()]
    const again = stopClock()
    receive(linked)
    await again.pass(2_000)
    expect(reads()).toBe(1)
    letFail()
    await failing
    await again.pass(2_000)
    expect(reads()).toBe(2)

    const list = contactsApi.endpoints.contactsList.initiate({ ...page, ordering: 'name' })
    await store.dispatch(list)
    const lists = () => requestsTo('/api/mpg/contacts/').length - requestsTo(path).length
    const [letGo, going] = [holdAnswers(path, 'delete'), remove()]
    receive(linked)
    await again.pass(2_000)
    expect(lists()).toBe(2)
    letGo()
    await going
    receive(linked)
    await again.pass(2_000)
    expect(reads()).toBe(2)
    receive(change({ resource: 'contacts', id: 7, action: 'restored' }))
    await again.pass(2_000)
    expect(reads()).toBe(3)
  })

  it('[LIVE-2] asks for no record whose deletion began while it was on its way', async () => {
    const { store, receive, clock } = await openTab(linkWorld())
    clock.go()
    const path = '/api/mpg/contacts/7/'
    const reads = () => requestsTo(path).filter(({ method }) => method === 'GET').length
    const contact = contactsApi.endpoints.contact
    await store.dispatch(contact.initiate(7))
    const [letRead, letGo] = [holdAnswers(path), holdAnswers(path, 'delete')]
    const reading = store.dispatch(contact.initiate(7, { forceRefetch: true }))
    const again = stopClock()
    receive(change({ resource: 'contacts', id: 7 }))
    await again.pass(200)
    const going = store.dispatch(contactsApi.endpoints.removeContact.initiate(7))
    letRead()
    await reading
    await again.pass(2_000)
    letGo()
    await going
    await again.pass(2_000)
    expect(reads()).toBe(2)
  })

  it('[LIVE-1] asks again for what was on its way for the first time when it changed', async () => {
    const { store, receive, times, clock } = await openTab()
    const release = holdAnswers('/api/mpg/tag/')
    const other = store.dispatch(tagsApi.list.initiate({ ...page, q: 'a' }))
    receive(change())
    expect(await times(1_000)).toBe(2)
    clock.go()
    release()
    await other
    await waitFor(() => expect(jest.mocked(fetch).mock.calls).toHaveLength(3))
    expect(lastQueryTo('/api/mpg/tag/')).toMatchObject({ q: 'a' })
  })

  it('[LIVE-1] does not ask again for what was on its way and shows nothing of it', async () => {
    const { store, receive, times, clock } = await openTab()
    const release = holdAnswers('/api/mpg/tag/')
    const other = store.dispatch(tagsApi.list.initiate({ ...page, q: 'a' }))
    receive(change({ resource: 'contacts' }))
    await clock.pass(1_000)
    clock.go()
    release()
    await other
    const again = stopClock()
    await again.pass(1_000)
    expect(await times(0)).toBe(1)
  })

  it('[LIVE-2] does not refetch a list while a picker is open', async () => {
    const { receive, times, attention } = await openTab()
    attention.isChoosing.mockReturnValue(true)
    receive(change())
    expect(await times(5_000)).toBe(0)
    attention.isChoosing.mockReturnValue(false)
    expect(await times(250)).toBe(1)
  })

  it('[LIVE-2] waits until the tab is visible', async () => {
    const { receive, wake, times, attention } = await openTab()
    attention.isHidden.mockReturnValue(true)
    receive(change())
    receive({ type: 'missed', before: Date.now() + 1 })
    expect(await times(5_000)).toBe(0)
    attention.isHidden.mockReturnValue(false)
    wake()
    expect(await times(0)).toBe(1)
  })

  it('[LIVE-3] asks again for what was asked for before a break, however late it was answered, and for nothing else', async () => {
    const { store, receive, shown, clock } = await openTab()
    shown.unsubscribe()
    clock.go()
    const now = jest.spyOn(Date, 'now')
    const release = holdAnswers('/api/mpg/tag/')
    const ask = (q: string, at: number) => {
      now.mockReturnValue(at)
      return store.dispatch(tagsApi.list.initiate({ ...page, q }))
    }
    const asked = [ask('before', 1_000), ask('since', 2_000)]
    now.mockReturnValue(3_000)
    release()
    await Promise.all(asked)
    now.mockRestore()
    const again = stopClock()
    receive({ type: 'missed', before: 2_000 })
    await again.pass(1_000)
    const wanted = requestsTo('/api/mpg/tag/').map(({ url }) => new URL(url).searchParams.get('q'))
    expect(wanted).toEqual([null, 'before', 'since', 'before'])
  })

  it('[LIVE-3] asks again for what is older than a break, and for that once', async () => {
    const { receive, times } = await openTab()
    receive({ type: 'missed', before: Date.now() - 60_000 })
    expect(await times(1_000)).toBe(0)
    receive({ type: 'missed', before: Date.now() })
    receive(change())
    expect(await times(1_000)).toBe(1)
  })
})

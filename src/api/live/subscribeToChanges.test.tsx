import { act, screen, waitFor } from '@testing-library/react'
import { selectSignedIn } from '../../store/session'
import { anOpportunity, aProfile } from '../../testing/builders'
import { streamChanges } from '../../testing/changes'
import { renderPage, startStore } from '../../testing/renderApp'
import { holdAnswers, requestsTo } from '../../testing/server'
import { connectedTabs, sharedLocks } from '../../testing/tabs'
import { changeRow, createWorld, findRow, type World } from '../../testing/world'
import type { Store } from '../kit/createStore'
import { subscribeToChanges, type LiveDependencies } from './subscribeToChanges'

const path = '/api/mpg/opportunities/'
const lists = () => requestsTo(path).filter(({ url }) => new URL(url).pathname === path).length

const stops: (() => void)[] = []
const follow = (store: Store, surroundings: Partial<LiveDependencies> = {}) => {
  const stop = subscribeToChanges(store, { channel: connectedTabs()(), locks: undefined, ...surroundings })
  stops.push(stop)
  return stop
}
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Changes an opportunity from outside the tab, and sends the event. */
const rename = (world: World, id: number, name: string) => {
  const row = findRow(world, 'opportunities', id)
  if (!row) throw new Error(`There is no opportunity ${id}.`)
  changeRow(row, { opportunity_name: name })
  return { resource: 'opportunities', id, version: Number(row.version) } as const
}

/** A page whose stream is open. */
const openPage = async (address: string, world = createWorld()) => {
  const streams = streamChanges(world)
  const page = await renderPage(address, { world })
  follow(page.store, { locks: sharedLocks() })
  await waitFor(() => expect(streams.open()).toBe(1))
  return { ...page, streams }
}

let visibility: DocumentVisibilityState = 'visible'
const show = (state: DocumentVisibilityState) => {
  visibility = state
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
beforeEach(() => {
  visibility = 'visible'
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})

describe('open pages', () => {
  it('[LIVE-1] show the change of another user, and keep the focus and the typed text', async () => {
    const { streams, user, world } = await openPage('/mpg/opportunities')
    expect(await screen.findByRole('link', { name: 'Deal 002' })).toBeVisible()
    const search = screen.getByRole('searchbox')
    await user.type(search, 'd')
    await waitFor(() => expect(lists()).toBe(2))
    streams.tell(rename(world, 2, 'Deal renamed'))
    expect(await screen.findByRole('link', { name: 'Deal renamed' })).toBeVisible()
    expect(search).toHaveFocus()
    expect(search).toHaveValue('d')
  })

  it('[LIVE-1] show new records in their list, and deal with one that is gone', async () => {
    const { streams, world } = await openPage('/mpg/opportunities')
    await screen.findByRole('link', { name: 'Deal 001' })
    world.tables.opportunities.push(anOpportunity({ opportunity_id: 9, opportunity_name: 'Deal 009' }))
    streams.tell({ resource: 'opportunities', id: 9, action: 'created', version: 1 })
    expect(await screen.findByRole('link', { name: 'Deal 009' })).toBeVisible()
    world.tables.opportunities.pop()
    streams.tell({ resource: 'opportunities', id: 9, action: 'deleted', version: 1 })
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Deal 009' })).not.toBeInTheDocument())
  })

  it('[LIVE-1] ask again for what shows or nests the record, and for nothing else', async () => {
    const { streams } = await openPage('/mpg/opportunities')
    await screen.findByRole('link', { name: 'Deal 001' })
    const before = lists()
    // Not contained in any list of opportunities.
    streams.tell({ resource: 'contacts', id: 4, version: 2 })
    streams.tell({ resource: 'nobody-knows-that' as 'tags', id: 4, version: 2 })
    streams.say('event: change\ndata: what is this\n\n')
    // Nested in the list.
    streams.tell({ resource: 'tags', id: 1, version: 2 })
    await waitFor(() => expect(lists()).toBe(before + 1))
    expect(requestsTo('/api/mpg/contacts/')).toEqual([])
  })

  it('[LIVE-2] wait with it until they are visible', async () => {
    const { streams, world } = await openPage('/mpg/opportunities')
    await screen.findByRole('link', { name: 'Deal 001' })
    const before = lists()
    show('hidden')
    streams.tell(rename(world, 1, 'Deal while away'))
    streams.tell(rename(world, 1, 'Deal on return'))
    expect(lists()).toBe(before)
    show('visible')
    expect(await screen.findByRole('link', { name: 'Deal on return' })).toBeVisible()
  })

  it('[LIVE-3] ask again for all that they show once a broken stream is open again', async () => {
    const { streams, world } = await openPage('/mpg/opportunities')
    await screen.findByRole('link', { name: 'Deal 001' })
    streams.end()
    rename(world, 3, 'Deal while nobody listened')
    expect(await screen.findByRole('link', { name: 'Deal while nobody listened' })).toBeVisible()
    expect(streams.opened()).toBe(2)
  })

  it('[LIVE-3] reconnect a stream with a new token, without signing out', async () => {
    const world = createWorld()
    const { streams, store } = await openPage('/mpg/opportunities', world)
    await screen.findByRole('link', { name: 'Deal 001' })
    world.access.clear()
    streams.end()
    await waitFor(() => expect(streams.opened()).toBe(2))
    expect(world.refreshes).toBe(1)
    expect(selectSignedIn(store.getState())).toBe(true)
  })

  it('[LIVE-1] follow changes of the signed-in user', async () => {
    const world = createWorld()
    const { streams, store } = await openPage('/mpg/opportunities', world)
    await screen.findByRole('link', { name: 'Deal 001' })
    const day = { start: '07:00', end: '15:00' }
    const working_hours = { time_zone: 'America/Chicago', days: Array<typeof day>(7).fill(day) }
    world.tables.profiles[0] = aProfile({ working_hours })
    streams.tell({ resource: 'profiles', id: 1 })
    await waitFor(() => expect(store.getState().currentUser.profile?.working_hours).toEqual(working_hours))
  })
})

describe('the tabs of a browser', () => {
  const openTabs = async () => {
    const world = createWorld()
    const streams = streamChanges(world)
    const [joinSession, joinLive, locks] = [connectedTabs(), connectedTabs(), sharedLocks()]
    const second = await startStore({ world, as: null, surroundings: { channel: joinSession(), locks } })
    const first = await startStore({ world, surroundings: { channel: joinSession(), locks } })
    const stopFirst = follow(first.store, { channel: joinLive(), locks })
    await waitFor(() => expect(streams.open()).toBe(1))
    follow(second.store, { channel: joinLive(), locks })
    return { world, streams, stopFirst, tabs: [first.store, second.store] as const }
  }

  it('[LIVE-4] share one stream, and the next one takes over when its tab is closed', async () => {
    const { streams, stopFirst } = await openTabs()
    expect(streams.opened()).toBe(1)
    stopFirst()
    await waitFor(() => expect(streams.opened()).toBe(2))
    await waitFor(() => expect(streams.open()).toBe(1))
  })

  it('[TRUST-6] are all signed out when the stream says that the session has ended', async () => {
    const { streams, tabs } = await openTabs()
    await waitFor(() => expect(tabs.map((tab) => selectSignedIn(tab.getState()))).toEqual([true, true]))
    streams.say('event: session-ended\ndata: {}\n\n')
    await waitFor(() => expect(tabs.map((tab) => selectSignedIn(tab.getState()))).toEqual([false, false]))
    await waitFor(() => expect(streams.open()).toBe(0))
  })

  it('[TRUST-6] are signed out when the stream cannot be opened any more', async () => {
    const { world, streams, tabs } = await openTabs()
    world.access.clear()
    world.refresh.clear()
    streams.end()
    await waitFor(() => expect(tabs.map((tab) => selectSignedIn(tab.getState()))).toEqual([false, false]))
  })

  it('[TRUST-7] stay signed in while the server does not answer', async () => {
    const { streams, tabs } = await openTabs()
    const release = holdAnswers('/api/events/')
    streams.end()
    await waitFor(() => expect(requestsTo('/api/events/')).toHaveLength(2))
    release()
    await waitFor(() => expect(streams.opened()).toBe(2))
    expect(selectSignedIn(tabs[0].getState())).toBe(true)
  })
})

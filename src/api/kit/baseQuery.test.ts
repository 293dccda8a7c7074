import { waitFor } from '@testing-library/react'
import { getResponse, http, HttpResponse } from 'msw'
import { holdTimers } from '../../testing/clock'
import { handlersFor, refusal } from '../../testing/handlers'
import { startStore } from '../../testing/renderApp'
import { holdAnswers, requestsTo, server } from '../../testing/server'
import { connectedTabs, memoryStorage, sharedLocks } from '../../testing/tabs'
import { createWorld } from '../../testing/world'
import type { ChangeAction } from '../../contract/events'
import { changeReceived, changesMissed } from '../../store/deletedRecords'
import { sessionFrom, signedIn, signedOut, tokensRotated } from '../../store/session'
import { api } from './api'
import { createStore } from './createStore'
import { contentTypesApi } from '../contentTypesApi'
import { opportunitiesApi } from '../opportunitiesApi'
import { sessionApi } from '../sessionApi'
import { tagsApi } from '../tagsApi'
import { usersApi } from '../usersApi'

type Started = Awaited<ReturnType<typeof startStore>>['store']

const fetchUser = (store: Started) =>
  store.dispatch(usersApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }))
const fetchDeal = (store: Started, id: number) =>
  store.dispatch(opportunitiesApi.endpoints.opportunity.initiate(id, { subscribe: false }))
const isSignedIn = (store: Started) => store.getState().session.tokens !== null
const refreshes = () => requestsTo('/api/token/refresh/')
const me = '*/api/users/me/'
const refresh = '*/api/token/refresh/'

/** Expires the access token. */
const runOut = (store: Started) => {
  const { key, tokens } = store.getState().session
  if (!key || !tokens) throw new Error('No session')
  store.dispatch(tokensRotated({ key, tokens: { ...tokens, refreshAt: Date.now() - 1 } }))
}

describe('a call', () => {
  it('[AUTH-14] carries the access token as a bearer', async () => {
    const { store } = await startStore()
    await fetchUser(store)
    expect(requestsTo('/api/users/me/')[0]?.headers.get('Authorization')).toBe('Bearer first-access-1')
    expect(new URL(requestsTo('/api/users/me/')[0]?.url ?? '').search).toBe('?expand=profile')
  })

  it('that only reads is given up after two minutes without an answer, and one that writes is not', async () => {
    const { store } = await startStore()
    const [letRead, letWrite] = [holdAnswers(me), holdAnswers('/api/mpg/opportunities/1/', 'patch')]
    const { goOff } = holdTimers()
    const read = fetchUser(store)
    const change = opportunitiesApi.endpoints.changeOpportunity.initiate({
      id: 1,
      body: { opportunity_name: 'Second' },
    })
    const written = store.dispatch(change)
    await waitFor(() => expect(requestsTo('/api/')).toHaveLength(2))
    goOff(120_000)
    expect((await read).error).toMatchObject({ status: 0, code: 'timeout' })
    letWrite()
    letRead()
    expect((await written).error).toBeUndefined()
  })

  it('is not sent without a session', async () => {
    const { store } = await startStore({ as: null })
    expect((await fetchUser(store)).error).toMatchObject({ status: 401, code: 'signed_out' })
    expect(requestsTo('/api/')).toHaveLength(0)
  })

  it('[LIVE-6] is not sent for a record known to be deleted, until it may be restored', async () => {
    const { store } = await startStore()
    const asked = () => requestsTo('/api/mpg/opportunities/2/').length
    const hear = (id: number | null, action: ChangeAction) =>
      store.dispatch(changeReceived({ resource: 'opportunities', id, action, version: 1 }))
    const refused = await fetchDeal(store, 999)
    hear(2, 'deleted')
    expect({ ...refused.error, requestId: undefined }).toEqual((await fetchDeal(store, 2)).error)
    expect([asked(), requestsTo('/api/mpg/opportunities/999/').length]).toEqual([0, 1])

    const comesBack = [
      () => hear(2, 'restored'),
      () => hear(null, 'restored'),
      () => store.dispatch(changesMissed()),
      () => store.dispatch(tagsApi.remove.initiate(1)),
    ]
    for (const [times, happens] of comesBack.entries()) {
      hear(2, 'deleted')
      await happens()
      await store.dispatch(
        opportunitiesApi.endpoints.opportunity.initiate(2, { subscribe: false, forceRefetch: true }),
      )
      expect(asked()).toBe(times + 1)
    }
  })

  it('brings its rows in the same action as their ids', async () => {
    const { store } = await startStore()
    let everWithoutRow = false
    store.subscribe(() => {
      const { api, entities } = store.getState()
      const known = Object.values(api.queries).flatMap(
        (query) => (query?.data as { ids?: number[] } | undefined)?.ids ?? [],
      )
      if (known.some((id) => !entities.opportunities?.[id])) everWithoutRow = true
    })
    const { data } = await fetchDeal(store, 2)
    expect(data).toEqual({ resource: 'opportunities', ids: [2], count: 1 })
    expect(store.getState().entities.opportunities?.[2]?.opportunity_name).toBe('Deal 002')
    expect(everWithoutRow).toBe(false)
  })
})

describe('[TRUST-25] a busy server that says when it may be asked again', () => {
  const busy = (retryAfter = '0') =>
    HttpResponse.json(
      { detail: 'Busy.', code: 'busy' },
      { status: 503, headers: { 'Retry-After': retryAfter } },
    )

  it('is asked again for what is read', async () => {
    const { store } = await startStore()
    server.use(http.get(me, () => busy(), { once: true }))
    const { data } = await fetchUser(store)
    expect(data).toMatchObject({ resource: 'users' })
    expect(requestsTo('/api/users/me/')).toHaveLength(2)
  })

  it('is not asked for ever', async () => {
    const { store } = await startStore()
    server.use(http.get(me, () => busy()))
    expect((await fetchUser(store)).error).toMatchObject({ status: 503, code: 'busy', retryAfter: 0 })
    expect(requestsTo('/api/users/me/')).toHaveLength(3)
  })

  it('is not sent a change twice', async () => {
    const { store } = await startStore()
    server.use(http.delete('*/api/mpg/opportunities/1/', () => busy()))
    const { error } = await store.dispatch(opportunitiesApi.endpoints.removeOpportunity.initiate(1))
    expect(error).toMatchObject({ status: 503 })
    expect(requestsTo('/api/mpg/opportunities/1/')).toHaveLength(1)
  })
})

describe('what a failure comes to', () => {
  const failing = async (answer: () => Response) => {
    const { store } = await startStore()
    server.use(http.get(me, answer))
    return { store, error: (await fetchUser(store)).error }
  }

  it('the server’s detail, code, fields and request id', async () => {
    const body = { detail: 'No.', code: 'bad', fields: { name: 'Too long' }, request_id: 'r-9' }
    const { error } = await failing(() => HttpResponse.json(body, { status: 422 }))
    expect(error).toEqual({
      status: 422,
      code: 'bad',
      detail: 'No.',
      fields: { name: 'Too long' },
      requestId: 'r-9',
    })
  })

  it('the status text where there is no detail', async () => {
    const { error } = await failing(() =>
      HttpResponse.json({}, { status: 418, statusText: 'Short and stout' }),
    )
    expect(error).toMatchObject({ status: 418, detail: 'Short and stout' })
  })

  it('the status text where the body is no JSON', async () => {
    const { error } = await failing(() =>
      HttpResponse.text('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
    )
    expect(error).toMatchObject({ status: 502, code: 'unreadable', detail: 'Bad Gateway' })
  })

  it('a code of its own for the network', async () => {
    const { error, store } = await failing(() => HttpResponse.error())
    expect(error).toMatchObject({ status: 0, code: 'network' })
    expect(isSignedIn(store)).toBe(true)
  })

  it('an unreadable answer where the server breaks the contract', async () => {
    const { error } = await failing(() => HttpResponse.json({ username: 'no id' }))
    expect(error).toMatchObject({ code: 'unreadable' })
  })
})

describe('a session', () => {
  it('[AUTH-12] is renewed before the access token runs out, without a failed call', async () => {
    const { store, world } = await startStore()
    runOut(store)
    expect((await fetchUser(store)).error).toBeUndefined()
    expect(world.refreshes).toBe(1)
    expect(requestsTo('/api/users/me/')).toHaveLength(1)
    expect(isSignedIn(store)).toBe(true)
  })

  it('[AUTH-12] is renewed once after a 401, and the call repeated', async () => {
    const { store, world } = await startStore()
    world.access.clear()
    expect((await fetchUser(store)).error).toBeUndefined()
    expect(world.refreshes).toBe(1)
    expect(await refreshes()[0]?.json()).toEqual({ refresh: 'first-refresh-1' })
    expect(requestsTo('/api/users/me/')).toHaveLength(2)
  })

  it('[AUTH-12, TRUST-7] is renewed once for twenty calls at expiry', async () => {
    const world = createWorld({ opportunities: 20 })
    const { store } = await startStore({ world })
    world.access.clear()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => fetchDeal(store, index + 1)))
    expect(answers.filter(({ error }) => error)).toEqual([])
    expect(world.refreshes).toBe(1)
    expect(refreshes()).toHaveLength(1)
  })

  it('[TRUST-7] is renewed once for twenty tabs at expiry', async () => {
    const world = createWorld()
    const join = connectedTabs()
    const local = memoryStorage()
    const locks = sharedLocks()
    const around = () => ({ storages: { local, tab: memoryStorage() }, channel: join(), locks, page: window })
    const { store: first, flush } = await startStore({ world, surroundings: around() })
    await flush()
    const tabs = [first]
    for (let index = 1; index < 20; index += 1) {
      const { store, ready } = createStore(around())
      await ready
      tabs.push(store)
    }
    expect(tabs.every(isSignedIn)).toBe(true)
    world.access.clear()
    const answers = await Promise.all(tabs.map(fetchUser))
    expect(answers.filter(({ error }) => error)).toEqual([])
    expect(refreshes()).toHaveLength(1)
    expect(tabs.every(isSignedIn)).toBe(true)
  })

  it('[TRUST-5, AUTH-12] keeps new tokens before anything uses them, though the tab is closed the moment they come', async () => {
    const world = createWorld()
    const local = memoryStorage()
    const around = () => ({
      storages: { local, tab: memoryStorage() },
      channel: connectedTabs()(),
      locks: sharedLocks(),
      page: window,
    })
    const { store: closed, flush } = await startStore({ world, surroundings: around() })
    await flush()
    let kept: unknown
    const stop = closed.subscribe(() => {
      const fields = JSON.parse(local.getItem('persist:citygate:session') ?? '{}') as { tokens?: string }
      if (closed.getState().session.tokens?.rotation === 1) kept ??= JSON.parse(fields.tokens ?? 'null')
    })
    world.access.clear()
    await fetchUser(closed)
    stop()
    expect(kept).toEqual(closed.getState().session.tokens)
    const { store: next, ready } = createStore(around())
    await ready
    expect((await fetchUser(next)).error).toBeUndefined()
    expect(refreshes()).toHaveLength(1)
  })

  it('[TRUST-7] takes the tokens that another tab wrote down, even where no message came', async () => {
    const world = createWorld()
    const local = memoryStorage()
    const around = () => ({
      storages: { local, tab: memoryStorage() },
      channel: connectedTabs()(),
      locks: sharedLocks(),
      page: window,
    })
    const { store: first, flush } = await startStore({ world, surroundings: around() })
    await flush()
    const { store: deaf, ready } = createStore(around())
    await ready
    world.access.clear()
    await fetchUser(first)
    await fetchUser(deaf)
    expect(refreshes()).toHaveLength(1)
    expect(deaf.getState().session.tokens).toEqual(first.getState().session.tokens)
  })

  it('[AUTH-13] ends with a refused refresh', async () => {
    const { store, world } = await startStore()
    world.access.clear()
    world.refresh.clear()
    expect((await fetchUser(store)).data).toBeUndefined()
    expect(isSignedIn(store)).toBe(false)
    expect(requestsTo('/api/users/me/')).toHaveLength(1)
  })

  it('[AUTH-13] ends with a refresh that answers without an access token', async () => {
    const { store, world } = await startStore()
    world.access.clear()
    server.use(http.post(refresh, () => HttpResponse.json({ refresh: 'r', expires_in: 600 })))
    await fetchUser(store)
    expect(isSignedIn(store)).toBe(false)
  })

  it('[AUTH-12] ends with a 401 that stands after renewing', async () => {
    const { store, world } = await startStore()
    server.use(http.get(me, () => refusal(401, 'No.')))
    await fetchUser(store)
    expect(world.refreshes).toBe(1)
    expect(requestsTo('/api/users/me/')).toHaveLength(2)
    expect(isSignedIn(store)).toBe(false)
  })

  it('[AUTH-12] ends with a 403, whichever call it answers', async () => {
    const { store } = await startStore()
    server.use(http.get('*/api/mpg/content-types/', () => refusal(403, 'No.')))
    await store.dispatch(contentTypesApi.endpoints.contentTypes.initiate(undefined))
    expect(isSignedIn(store)).toBe(false)
    expect(refreshes()).toHaveLength(0)
  })

  it.each([
    ['the network fails', () => HttpResponse.error()],
    ['the server is overloaded', () => refusal(503, 'Later.')],
    ['the server is broken', () => HttpResponse.text('oops', { status: 500 })],
    ['there were too many calls', () => refusal(429, 'Slow down.')],
  ])('[TRUST-7] does not end when %s while renewing, and goes on afterwards', async (_when, answer) => {
    const { store, world } = await startStore()
    world.access.clear()
    server.use(http.post(refresh, answer))
    expect((await fetchUser(store)).error).toBeDefined()
    expect(isSignedIn(store)).toBe(true)
    server.resetHandlers()
    server.use(...handlersFor(world))
    expect((await fetchUser(store)).error).toBeUndefined()
  })

  it('[TRUST-7] still makes the call when renewing early was not answered', async () => {
    const { store } = await startStore()
    runOut(store)
    server.use(http.post(refresh, () => HttpResponse.error()))
    expect((await fetchUser(store)).error).toBeUndefined()
  })

  it.each([-600_000, 600_000])('[TRUST-7] does not loop when the clock is off by %d ms', async (skew) => {
    const { store, world } = await startStore()
    const now = Date.now()
    jest.spyOn(Date, 'now').mockImplementation(() => now + skew)
    await fetchUser(store)
    await fetchUser(store)
    expect(world.refreshes).toBeLessThanOrEqual(1)
    expect(isSignedIn(store)).toBe(true)
  })

  it('[AUTH-12] is not ended by a wrong password', async () => {
    const { store } = await startStore()
    const { error } = await store.dispatch(
      sessionApi.endpoints.signIn.initiate({ username: 'broker', password: 'wrong', remember: true }),
    )
    expect(error).toMatchObject({ status: 401, detail: 'Wrong username or password.' })
    expect(isSignedIn(store)).toBe(true)
    expect(refreshes()).toHaveLength(0)
  })

  it('keeps nothing of an answer that comes after its end', async () => {
    const { store } = await startStore()
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    server.use(
      http.get('*/api/mpg/opportunities/1/', async () => {
        await held
        return undefined
      }),
    )
    const pending = fetchDeal(store, 1)
    store.dispatch(signedOut({ key: store.getState().session.key }))
    answer()
    await pending
    expect(store.getState().entities).toEqual({})
    expect(store.getState().api.queries).toEqual({})
  })

  it('[AUTH-15] starts without the data of another user, signed in meanwhile by another tab', async () => {
    const join = connectedTabs()
    const other = join()
    const world = createWorld()
    const storages = { local: memoryStorage(), tab: memoryStorage() }
    const { store } = await startStore({
      world,
      as: null,
      surroundings: { storages, channel: join(), locks: undefined },
    })
    const told = jest.fn()
    other.onmessage = ({ data }: MessageEvent<{ type: string }>) => void told(data.type)
    const release = holdAnswers('/api/token/', 'post')
    const pending = store.dispatch(
      sessionApi.endpoints.signIn.initiate({
        username: 'team',
        password: 'citygate-demo-2026',
        remember: true,
      }),
    )
    const tokens = { access: 'their-access', refresh: 'their-refresh', expires_in: 600 }
    world.access.add(tokens.access)
    const session = sessionFrom({ ...tokens, user: { id: 1, username: 'broker' } }, true)
    store.dispatch(signedIn(session, { fromOtherTab: true }))
    await fetchDeal(store, 1)
    expect((await fetchUser(store)).error).toBeUndefined()
    expect(store.getState().currentUser.user).not.toBeNull()
    release()
    await pending
    await waitFor(() => expect(store.getState().session.user?.username).toBe('team'))
    expect(store.getState().currentUser.user).toBeNull()
    expect(store.getState().entities).toEqual({})
    // The other tab keeps its user.
    expect(told).not.toHaveBeenCalledWith('signedOut')
  })

  it('[TRUST-8] leaves no token outside the session slice after signing in', async () => {
    const { store } = await startStore({ as: null })
    await store.dispatch(
      sessionApi.endpoints.signIn.initiate({
        username: 'broker',
        password: 'citygate-demo-2026',
        remember: true,
      }),
    )
    await fetchUser(store)
    const { session, ...rest } = store.getState()
    expect(session.tokens?.access).toMatch(/^access-/)
    expect(JSON.stringify(rest)).not.toContain(session.tokens?.access)
    expect(JSON.stringify(rest)).not.toContain(session.tokens?.refresh)
  })
})

describe('an answer that a query holds', () => {
  const path = '/api/mpg/opportunities/2/'
  const tags = () => requestsTo(path).map(({ headers }) => headers.get('If-None-Match'))
  const askAgain = (store: Started) =>
    store.dispatch(
      opportunitiesApi.endpoints.opportunity.initiate(2, { forceRefetch: true, subscribe: false }),
    )

  /** A server that sends ETags, and a store whose query has one of its answers. */
  const start = async () => {
    const { store, world } = await startStore()
    const state = { etag: 'W/"1.first"' }
    const answers = handlersFor(world)
    server.use(
      http.get(`*${path}`, async ({ request }) => {
        if (request.headers.get('If-None-Match') === state.etag)
          return new HttpResponse(null, { status: 304 })
        const answer = await getResponse([...answers], request)
        answer?.headers.set('ETag', state.etag)
        return answer
      }),
    )
    const query = store.dispatch(opportunitiesApi.endpoints.opportunity.initiate(2))
    await query
    return { store, world, state, query }
  }

  it('is not sent again unless it has changed, and stays as it is', async () => {
    const { store, world, state } = await start()
    const { entities } = store.getState()
    const again = await askAgain(store)
    expect(again).toMatchObject({ isSuccess: true, data: { resource: 'opportunities', ids: [2], count: 1 } })
    expect(tags()).toEqual([null, state.etag])
    expect(store.getState().entities).toBe(entities)

    state.etag = 'W/"2.second"'
    const row = world.tables.opportunities.find(({ opportunity_id }) => opportunity_id === 2)
    Object.assign(row ?? {}, { opportunity_name: 'Renamed', version: 9 })
    await askAgain(store)
    expect(store.getState().entities.opportunities?.[2]?.opportunity_name).toBe('Renamed')
    await askAgain(store)
    expect(tags()).toEqual([null, 'W/"1.first"', 'W/"1.first"', 'W/"2.second"'])
  })

  it('is sent again once the query and its rows have been dropped', async () => {
    const { store, query } = await start()
    query.unsubscribe()
    store.dispatch(api.internalActions.removeQueryResult({ queryCacheKey: query.queryCacheKey as never }))
    await waitFor(() => expect(store.getState().entities.opportunities?.[2]).toBeUndefined())
    expect((await askAgain(store)).data).toEqual({ resource: 'opportunities', ids: [2], count: 1 })
    expect(store.getState().entities.opportunities?.[2]?.opportunity_name).toBe('Deal 002')
    expect(tags()).toEqual([null, null])
  })

  it('[AUTH-15] belongs to one user: the next user receives the answer anew', async () => {
    const { store, world } = await start()
    const { key } = store.getState().session
    store.dispatch(signedOut({ key: key ?? '' }))
    expect(store.getState().etags).toEqual({})
    world.access.add('second')
    const tokens = { access: 'second', refresh: 'second-refresh', expires_in: world.expiresIn }
    store.dispatch(signedIn(sessionFrom({ ...tokens, user: { id: 2, username: 'team' } }, true)))
    await askAgain(store)
    expect(tags()).toEqual([null, null])
  })
})

import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { holdTimers } from '../../testing/clock'
import { startStore } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { selectSession } from '../../store/session'
import { tagsApi } from '../tagsApi'

const path = '/api/mpg/tag/'
const args = { q: '', limit: 10, offset: 0, ordering: 'name' } as const

/** The page's prefetch, with this answer. */
const asked = (answer: Promise<Response>, authorization: string, at = performance.now()) => {
  const controller = new AbortController()
  globalThis.citygateEarlyCall = {
    url: `${location.origin}${path}?limit=10&offset=0&ordering=name`,
    authorization,
    at,
    answer,
    controller,
    isComing: true,
  }
  return controller
}

const tag = { tag_id: 77, name: 'early', color: '#112233', description: '', version: 1 }
const early = () => Promise.resolve(Response.json({ count: 1, results: [tag] }))

const signedIn = async () => {
  const { store } = await startStore({ as: 'broker' })
  const authorization = `Bearer ${selectSession(store.getState())?.tokens.access ?? ''}`
  const fetchTags = () => store.dispatch(tagsApi.list.initiate(args, { forceRefetch: true }))
  return { authorization, fetchTags }
}

afterEach(() => {
  globalThis.citygateEarlyCall = undefined
})

describe('a list that the page has asked for before the program was there', () => {
  it('is taken by whoever asks the same first, and by nobody else', async () => {
    const { authorization, fetchTags } = await signedIn()
    asked(early(), authorization)
    expect((await fetchTags()).data?.ids).toEqual([77])
    expect(requestsTo(path)).toHaveLength(0)
    expect((await fetchTags()).data?.ids).not.toEqual([77])
    expect(requestsTo(path)).toHaveLength(1)
  })

  it('is given up as any other: after two minutes, and with it what the page has asked', async () => {
    const { authorization, fetchTags } = await signedIn()
    let fail: (reason: unknown) => void = () => undefined
    const answer = new Promise<Response>((_, reject) => (fail = reject))
    const { signal } = asked(answer, authorization)
    signal.addEventListener('abort', () => fail(signal.reason))
    const { goOff } = holdTimers()
    const fetched = fetchTags()
    await waitFor(() => expect(globalThis.citygateEarlyCall).toBeUndefined())
    goOff(120_000)
    expect((await fetched).error).toMatchObject({ code: 'timeout' })
    expect(signal.aborted).toBe(true)
    expect(requestsTo(path)).toHaveLength(0)
  })

  it('is asked for again where it failed on its way', async () => {
    const { authorization, fetchTags } = await signedIn()
    const answer = Promise.reject<Response>(new TypeError('Failed to fetch'))
    answer.catch(() => undefined)
    asked(answer, authorization)
    expect((await fetchTags()).error).toBeUndefined()
    expect(requestsTo(path)).toHaveLength(1)
  })

  it('goes through the same hands as any other: a refused token is renewed', async () => {
    const { authorization, fetchTags } = await signedIn()
    server.use(http.get(`*${path}`, () => HttpResponse.json({ count: 0, results: [] })))
    asked(Promise.resolve(new Response('{}', { status: 401 })), authorization)
    const { error, data } = await fetchTags()
    expect(error).toBeUndefined()
    expect(data?.count).toBe(0)
  })

  it.each([
    ['was asked for by somebody else', () => 'Bearer other', () => performance.now()],
    ['has grown old', (own: string) => own, () => performance.now() - 60_000],
  ])('is left alone where it %s', async (_why, by, at) => {
    const { authorization, fetchTags } = await signedIn()
    asked(early(), by(authorization), at())
    expect((await fetchTags()).data?.ids).not.toEqual([77])
    expect(requestsTo(path)).toHaveLength(1)
  })
})

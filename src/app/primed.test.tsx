import { render, waitFor } from '@testing-library/react'
import { selectSession } from '../store/session'
import { startStore } from '../testing/renderApp'
import { requestsTo } from '../testing/server'
import { contract } from '../contract'
import { expandParam } from '../api/kit/readRequests'
import { listExpands, listLinkFilters } from '../api/kit/earlyExpands'
import { loadAhead } from './ahead'
import { applicationOf } from './application'
import { primed } from './primed'
import { Visit } from './Visit'

type Listed = keyof typeof listExpands
const listed = Object.keys(listExpands) as Listed[]

/** The page's prefetch of its list is pending. */
const asked = (resource: Listed, authorization: string, answer: Promise<Response>, isComing: boolean) => {
  const { path, defaultOrdering } = contract[resource]
  const expand = expandParam(listExpands[resource])
  const page = { limit: '10', offset: '0', ordering: defaultOrdering }
  const params = { ...page, ...listLinkFilters[resource], ...(expand && { expand }) }
  globalThis.citygateEarlyCall = {
    url: `${location.origin}${path}?${new URLSearchParams(params).toString()}`,
    authorization,
    at: performance.now(),
    answer,
    controller: new AbortController(),
    isComing,
  }
}

const open = async (resource: Listed, answer: Promise<Response>, isComing = true) => {
  const { store } = await startStore({ as: 'broker' })
  window.history.replaceState(null, '', `/mpg/${resource}`)
  asked(resource, `Bearer ${selectSession(store.getState())?.tokens.access ?? ''}`, answer, isComing)
  await primed(store, await loadAhead(location.pathname))
  return store
}

afterEach(() => {
  globalThis.citygateEarlyCall = undefined
})

describe('a page whose list has come before it is drawn', () => {
  it.each(listed)('shows it in its first drawing, and does not ask again: %s', async (resource) => {
    const store = await open(resource, Promise.resolve(Response.json({ count: 4_711, results: [] })))
    const application = applicationOf(store)
    const { container } = render(<Visit opened={application} open={() => Promise.resolve(application)} />)
    expect(container).toHaveTextContent('of 4,711 entries')
    // Content beside every page is loaded a little later.
    await waitFor(() => expect(requestsTo(contract.messages.path)).toHaveLength(1))
    expect(requestsTo(contract[resource].path)).toHaveLength(0)
  })

  it('is drawn without it where the answer stays away', async () => {
    const never = new Promise<Response>(() => undefined)
    await open('contacts', never, false)
    expect(globalThis.citygateEarlyCall).toBeDefined()
    await open('contacts', never)
    expect(globalThis.citygateEarlyCall).toBeUndefined()
  })
})

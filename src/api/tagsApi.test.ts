import { startStore } from '../testing/renderApp'
import { requestsTo } from '../testing/server'
import { selectRows } from '../store/entities'
import { opportunitiesApi } from './opportunitiesApi'
import { tagsApi } from './tagsApi'

const firstPage = { limit: 10, offset: 0, q: '' } as const

describe('the tags', () => {
  it('are listed at their path, and are the same rows that opportunities bring along', async () => {
    const { store } = await startStore()
    await store.dispatch(
      opportunitiesApi.endpoints.opportunitiesList.initiate({ ...firstPage, ordering: 'opportunity_name' }),
    )
    const before = store.getState().entities.tags
    const { data } = await store.dispatch(tagsApi.list.initiate({ ...firstPage, ordering: '-name' }))
    const { pathname, searchParams } = new URL(requestsTo('/api/mpg/tag/')[0]?.url ?? '')
    expect(pathname).toBe('/api/mpg/tag/')
    expect(searchParams.get('ordering')).toBe('-name')
    const rows = selectRows(store.getState(), 'tags', data?.ids ?? [])
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.map(({ name }) => name)).toEqual(
      rows
        .map(({ name }) => name)
        .sort()
        .reverse(),
    )
    for (const [id, row] of Object.entries(before ?? {}))
      expect(store.getState().entities.tags?.[Number(id)]).toBe(row)
  })
})

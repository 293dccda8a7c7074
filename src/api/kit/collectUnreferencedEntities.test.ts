import { waitFor } from '@testing-library/react'
import { startStore } from '../../testing/renderApp'
import { createWorld } from '../../testing/world'
import { api } from './api'
import { opportunitiesApi } from '../opportunitiesApi'
import { usersApi } from '../usersApi'

const page = (offset: number) => ({ q: '', limit: 2, offset, ordering: 'opportunity_name' }) as const

const idsOf = (rows: object | undefined) => Object.keys(rows ?? {}).map(Number)

describe('collectUnreferencedEntities', () => {
  it('drops the rows that only a removed query held, and what only they led to', async () => {
    const world = createWorld({ opportunities: 4 })
    for (const deal of world.tables.opportunities) deal.created_by = 2
    const { store } = await startStore({ world })
    await store.dispatch(usersApi.endpoints.currentUser.initiate(undefined, { subscribe: false }))
    const first = store.dispatch(opportunitiesApi.endpoints.opportunitiesList.initiate(page(0)))
    const second = store.dispatch(opportunitiesApi.endpoints.opportunitiesList.initiate(page(2)))
    const detail = store.dispatch(opportunitiesApi.endpoints.opportunity.initiate(3))
    await Promise.all([first, second, detail])
    const { entities } = store.getState()
    expect(idsOf(entities.opportunities)).toEqual([1, 2, 3, 4])
    expect(idsOf(entities.users)).toEqual([1, 2])

    store.dispatch(api.internalActions.removeQueryResult({ queryCacheKey: second.queryCacheKey as never }))
    await waitFor(() => expect(idsOf(store.getState().entities.opportunities)).toEqual([1, 2, 3]))
    expect(store.getState().entities.opportunities?.[3]).toBe(entities.opportunities?.[3])
    expect(idsOf(store.getState().entities.users)).toEqual([1, 2])

    store.dispatch(api.internalActions.removeQueryResult({ queryCacheKey: first.queryCacheKey as never }))
    store.dispatch(api.internalActions.removeQueryResult({ queryCacheKey: detail.queryCacheKey as never }))
    await waitFor(() => expect(idsOf(store.getState().entities.opportunities)).toEqual([]))
    // The signed-in user stays, with the profile.
    expect(idsOf(store.getState().entities.users)).toEqual([1])
    expect(idsOf(store.getState().entities.profiles)).toEqual([1])
  })
})

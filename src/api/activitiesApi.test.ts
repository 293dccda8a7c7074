import { http } from 'msw'
import { contract } from '../contract'
import { eventPath } from '../contract/mail'
import { selectRow } from '../store/entities'
import { anActivity } from '../testing/builders'
import { refusal } from '../testing/handlers'
import { startStore } from '../testing/renderApp'
import { lastQueryTo, requestsTo, server } from '../testing/server'
import { createWorld } from '../testing/world'
import { activitiesApi, eventsApi } from './activitiesApi'

const { events, moveEvent, scheduleEvent } = eventsApi.endpoints
const { path } = contract.activities
const hour = 3_600

const started = async () => {
  const world = createWorld()
  world.tables.activities.push(
    anActivity({ id: 1, title: 'Before', start: 0, end: hour }),
    anActivity({ id: 2, title: 'Into', start: hour, end: 3 * hour }),
    anActivity({ id: 3, title: 'After', start: 4 * hour, end: 5 * hour }),
  )
  return startStore({ world })
}

describe('activities', () => {
  it('[ACT-4] are asked for within a time only, and not more than can be shown', async () => {
    const { store } = await started()
    const { data } = await store.dispatch(events.initiate({ start: 2 * hour, end: 4 * hour }))
    expect(data).toEqual({ resource: 'activities', ids: [2], count: 1 })
    expect(lastQueryTo(path)).toEqual({
      start: String(2 * hour),
      end: String(4 * hour),
      limit: '500',
      offset: '0',
      ordering: 'start',
    })
  })

  it('[ACT-4] that are moved carry the version that they replace, and lists that show them are read again', async () => {
    const { store } = await started()
    const list = store.dispatch(events.initiate({ start: 2 * hour, end: 4 * hour }))
    await list
    await store.dispatch(moveEvent.initiate({ id: 2, version: 1, body: { start: 5 * hour, end: 7 * hour } }))
    const [sent] = requestsTo(`${path}2/`)
    expect([sent?.method, sent?.headers.get('If-Match'), await sent?.json()]).toEqual([
      'PATCH',
      '"1"',
      { start: 5 * hour, end: 7 * hour },
    ])
    await Promise.all(store.dispatch(eventsApi.util.getRunningQueriesThunk()))
    expect(events.select({ start: 2 * hour, end: 4 * hour })(store.getState()).data?.ids).toEqual([])
    list.unsubscribe()
  })

  it('[ACT-4] that cannot be moved stay, and a toast says so', async () => {
    const { store } = await started()
    server.use(http.patch(`*${path}2/`, () => refusal(409, 'Only its people may change it.')))
    await store.dispatch(moveEvent.initiate({ id: 2, version: 1, body: { start: 0, end: 0 } }))
    expect(store.getState().toasts).toMatchObject([
      {
        kind: 'error',
        title: 'Error',
        text: 'The event stays where it was.',
        detail: 'Only its people may change it.',
      },
    ])
  })

  it('[SCH-1] are scheduled at a path of their own, once however often they are sent', async () => {
    const { store, world } = await started()
    const meeting = {
      body: { title: 'Pricing call', description: '<p>About it</p>', start: hour, deal: 1 },
      key: 'one',
    }
    await store.dispatch(scheduleEvent.initiate(meeting))
    const { data } = await store.dispatch(scheduleEvent.initiate(meeting))
    const sent = requestsTo(eventPath)
    expect(sent.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['one', 'one'])
    expect(await sent[0]?.json()).toEqual({
      title: 'Pricing call',
      description_text: '<p>About it</p>',
      start: hour,
      deal: 1,
    })
    expect(world.tables.activities).toHaveLength(4)
    expect(selectRow(store.getState(), 'activities', data?.ids[0])).toMatchObject({
      title: 'Pricing call',
      description: '<p>About it</p>',
    })
  })

  it('[ACT-4] are made at the path of the calendar', async () => {
    const { store, world } = await started()
    const body = { title: 'Call', description: '<p>x</p>', start: hour }
    await store.dispatch(activitiesApi.create.initiate({ body, key: 'two' }))
    expect(world.tables.activities.at(-1)).toMatchObject(body)
  })
})

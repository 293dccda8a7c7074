import { setTimeout as wait } from 'node:timers/promises'
import { contract, type Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import {
  bulkChangesPath,
  bulkLists,
  maxBulkIds,
  type BulkChange,
  type BulkOrder,
  type BulkRecord,
  type BulkSelection,
} from '../../../src/contract/bulkChanges'
import type { Field, Resource } from '../../../src/contract/fields'
import type { HistoryEntry } from '../../../src/contract/history'
import { startApi, type TestApi } from '../../testing/api'
import { recordMaker, type MakeRecord } from '../../testing/records'
import { untilAnswer } from '../../testing/until'
import { deleteOldBulkChanges } from './kept'

let api: TestApi
let make: MakeRecord
let team: string
/** Statements that put opportunities into the trash. */
const moves: string[] = []
beforeAll(async () => {
  api = await startApi({}, (text) => {
    if (/^update "opportunities" set "deleted_at" = (?!null)/.test(text)) moves.push(text)
  })
  make = recordMaker(api)
  team = (await api.signIn('team')).access
})
afterAll(() => api.close())

type Sent = Partial<BulkOrder> & (BulkSelection | object)
const begin = <T = BulkChange>(body: Sent, headers?: Record<string, string>) =>
  api.asBroker<T>('POST', bulkChangesPath, body, headers)
const refused = async (body: Sent) => {
  const { status, body: answer } = await begin<{
    code: string
    detail: string
    fields?: object
    current?: object
  }>(body)
  return { status, ...answer }
}
const read = async (id: number) => (await api.asBroker<BulkChange>('GET', `${bulkChangesPath}${id}/`)).body
const isOver = ({ state }: BulkChange) => state !== 'running' && state !== 'undoing'
const ended = (id: number) => untilAnswer(() => read(id), isOver)
/** Begins a change and waits for its end. */
const run = async (body: Sent) => {
  const { status, body: change } = await begin(body)
  expect(status).toBe(201)
  return ended(change.bulk_change_id)
}
const act = <T = BulkChange>(id: number, action: 'stop' | 'undo') =>
  api.asBroker<T>('POST', `${bulkChangesPath}${id}/${action}/`)
const undone = async (id: number) => {
  expect((await act(id, 'undo')).status).toBe(200)
  return ended(id)
}
const explained = async (id: number) =>
  (await api.asBroker<ListAnswer<BulkRecord>>('GET', `${bulkChangesPath}${id}/records/`)).body
const deal = async (id: number) =>
  (await api.asBroker<Row<'opportunities'>>('GET', `${contract.opportunities.path}${id}/`)).body
/** Opportunities with a text of their own in the name. */
const deals = async (name: string, count: number) => {
  const made: number[] = []
  for (let index = 0; index < count; index++)
    made.push((await make('opportunities', { opportunity_name: `${name} ${index}` })).opportunity_id)
  return made
}
/** Keeps changes that are begun from running, so that others come first; returns what lets them run. */
const hold = () => {
  const { wake } = api.app.bulkChanges
  const held = jest.spyOn(api.app.bulkChanges, 'wake').mockImplementation(() => undefined)
  return () => {
    held.mockRestore()
    wake()
  }
}

const nothing = { waiting: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0, undone: 0, kept: 0 }

describe('what a bulk change takes', () => {
  test('[BULK-1] fields are those of the contract, none that the server sets or that other fields measure', () => {
    expect(bulkLists).toEqual(['organizations', 'addresses', 'contacts', 'opportunities', 'bids', 'todos'])
    for (const list of bulkLists) {
      const { fields, nameField }: Resource = contract[list]
      const units = Object.values<Field>(fields).flatMap((field) =>
        'quantity' in field && field.quantity && 'unitField' in field.quantity
          ? [field.quantity.unitField]
          : [],
      )
      for (const name of contract[list].bulk) {
        const field = fields[name] as Field
        const isMeasured = 'quantity' in field && field.quantity !== undefined
        expect([list, name, field.readOnly, field.writeOnly, field.secret, isMeasured]).toEqual([
          list,
          name,
          undefined,
          undefined,
          undefined,
          false,
        ])
        expect([nameField, ...units]).not.toContain(name)
      }
    }
  })

  test('[BULK-1] what cannot be is refused before anything is changed, and named', async () => {
    const [id = 0] = await deals('Refused', 1)
    const order = {
      list: 'opportunities',
      action: 'set',
      field: 'broker_name',
      value: 'B',
      ids: [id],
    } as const
    const fieldsOf = async (body: object) => {
      const { status, fields } = await refused({ ...order, ...body })
      return [status, Object.keys(fields ?? {})]
    }
    expect(await fieldsOf({ list: 'users' })).toEqual([400, ['list']])
    expect(await fieldsOf({ action: 'purge' })).toEqual([400, ['action']])
    expect(await fieldsOf({ field: 'opportunity_name' })).toEqual([400, ['field']])
    expect(await fieldsOf({ field: 'tags', value: [1] })).toEqual([400, ['field']])
    expect(await fieldsOf({ action: 'add' })).toEqual([400, ['field']])
    expect(await fieldsOf({ action: 'add', field: 'tags', value: [] })).toEqual([400, ['tags']])
    expect(await fieldsOf({ value: undefined })).toEqual([400, ['value']])
    expect(await fieldsOf({ field: 'credit_request', value: 'perhaps' })).toEqual([400, ['credit_request']])
    expect(await fieldsOf({ ids: [] })).toEqual([400, ['ids']])
    expect(await fieldsOf({ ids: ['1'] })).toEqual([400, ['ids']])
    expect(await fieldsOf({ ids: Array.from({ length: maxBulkIds + 1 }, (_, index) => index + 1) })).toEqual([
      400,
      ['ids'],
    ])
    expect(await fieldsOf({ query: {}, count: 1 })).toEqual([400, ['ids']])
    expect(await fieldsOf({ ids: undefined, query: { q: 1 }, count: 1 })).toEqual([400, ['query']])
    expect(await fieldsOf({ ids: undefined, query: { colour: 'red' }, count: 1 })).toEqual([400, ['query']])
    expect(await fieldsOf({ ids: undefined, query: { tags: 'x' }, count: 1 })).toEqual([400, ['tags']])
    expect(await fieldsOf({ ids: undefined, query: {} })).toEqual([400, ['count']])
    expect(await fieldsOf({ more: 1 })).toEqual([400, ['more']])
    expect(await refused({ ...order, action: 'add', field: 'tags', value: [999_999] })).toMatchObject({
      status: 404,
      detail: 'Tag not found.',
    })
    expect(await deal(id)).toMatchObject({ broker_name: null, version: 1 })
  })

  test('[BULK-1] all that a list finds are those that were seen: more are refused with their number', async () => {
    const ids = await deals('Grown', 4)
    const order = { list: 'opportunities', action: 'set', field: 'broker_name', value: 'Seen' } as const
    expect(await refused({ ...order, query: { q: 'Grown' }, count: 3 })).toMatchObject({
      status: 409,
      code: 'selection_grown',
      detail: '4 records match by now, not 3. Look at them again.',
      current: { count: 4 },
    })
    const change = await run({ ...order, query: { q: 'Grown' }, count: 5 })
    expect(change).toMatchObject({ state: 'done', total: 4, counts: { ...nothing, changed: 4 } })
    expect(await Promise.all(ids.map(async (id) => (await deal(id)).broker_name))).toEqual(
      ids.map(() => 'Seen'),
    )
  })

  test('[BULK-1] a repeated request begins it once', async () => {
    const ids = await deals('Once', 2)
    const body = { list: 'opportunities', action: 'set', field: 'broker_name', value: 'O', ids } as const
    const first = await begin(body, { 'idempotency-key': 'bulk-once' })
    const again = await begin(body, { 'idempotency-key': 'bulk-once' })
    expect(again.body.bulk_change_id).toBe(first.body.bulk_change_id)
    await ended(first.body.bulk_change_id)
    expect((await deal(ids[0] ?? 0)).version).toBe(2)
  })
})

describe('what becomes of the records', () => {
  test('[BULK-2] each is changed as by itself: version, history, search and events follow; equal ones stay', async () => {
    const [first = 0, second = 0, third = 0] = await deals('Searched', 3)
    await api.asBroker('PATCH', `${contract.opportunities.path}${third}/`, {
      sales_represented: 'Quillfeather',
    })
    const changes: unknown[] = []
    const leave = api.app.events.subscribe({
      onNotice: (notice) => {
        if (notice.kind === 'change') changes.push([notice.change.resource, notice.change.id])
      },
      onGap: () => undefined,
    })
    const change = await run({
      list: 'opportunities',
      action: 'set',
      field: 'sales_represented',
      value: '  Quillfeather ',
      ids: [first, second, third],
    })
    expect(change.counts).toEqual({ ...nothing, changed: 2, unchanged: 1 })
    expect(await Promise.all([first, second, third].map(deal))).toMatchObject([
      { sales_represented: 'Quillfeather', version: 2 },
      { sales_represented: 'Quillfeather', version: 2 },
      { sales_represented: 'Quillfeather', version: 2 },
    ])
    const found = await api.asBroker<ListAnswer<unknown>>(
      'GET',
      `${contract.opportunities.path}?q=quillfeather`,
    )
    expect(found.body.count).toBe(3)
    const history = await api.asBroker<ListAnswer<HistoryEntry>>(
      'GET',
      `${contract.opportunities.path}${first}/history/`,
    )
    expect(history.body.results[0]).toMatchObject({
      action: 'update',
      changes: [{ field: 'sales_represented', before: null, after: 'Quillfeather' }],
    })
    await untilAnswer(
      () => changes.length,
      (count) => count >= 2,
    )
    leave()
    expect(changes).toEqual(expect.arrayContaining([first, second].map((id) => ['opportunities', id])))
  })

  test('[BULK-2] tags are added and removed whatever else a record has', async () => {
    const tag = async (name: string) => (await make('tags', { name })).tag_id
    const [one, other] = [await tag('Bulk one'), await tag('Bulk other')]
    const [first = 0, second = 0] = await deals('Tagged', 2)
    await api.asBroker('PATCH', `${contract.opportunities.path}${first}/`, { tags: { add: [one] } })
    const order = { list: 'opportunities', field: 'tags', ids: [first, second] } as const
    const tagsOf = async () => [(await deal(first)).tags, (await deal(second)).tags]
    const added = await run({ ...order, action: 'add', value: [other] })
    expect([added.counts.changed, await tagsOf()]).toEqual([2, [[one, other], [other]]])
    const removed = await run({ ...order, action: 'remove', value: [one] })
    expect([removed.counts, await tagsOf()]).toEqual([
      { ...nothing, changed: 1, unchanged: 1 },
      [[other], [other]],
    ])
    await undone(removed.bulk_change_id)
    await undone(added.bulk_change_id)
    // The undo of the second has made another version of the first record.
    expect(await tagsOf()).toEqual([[one, other], []])
  })

  test('[BULK-2] rules refuse records one by one, with the reason, as a table and as a file', async () => {
    const start = '2027-05-10'
    const task = async (name: string, body = {}) => (await make('todos', { name, ...body })).id
    const wrong = await task('=Wrong window', { start_time: start, end_time: '2027-05-12' })
    const right = await task('Right')
    const change = await run({
      list: 'todos',
      action: 'set',
      field: 'completed_within',
      value: -1,
      ids: [right, wrong, 999_999],
    })
    expect(change.counts).toEqual({ ...nothing, refused: 3 })
    expect(await explained(change.bulk_change_id)).toEqual({
      count: 3,
      results: [
        { record: right, name: 'Right', outcome: 'refused', reason: 'Must be 0 or more.' },
        { record: wrong, name: '=Wrong window', outcome: 'refused', reason: 'Must be 0 or more.' },
        { record: 999_999, name: '#999999', outcome: 'refused', reason: 'Task not found.' },
      ],
    })
    const file = await api.asBroker<string>('GET', `${bulkChangesPath}${change.bulk_change_id}/refused/`)
    expect(file.body.split('\r\n').slice(0, 3)).toEqual([
      'Id,Name,Outcome,Reason',
      `${right},Right,refused,Must be 0 or more.`,
      `${wrong},'=Wrong window,refused,Must be 0 or more.`,
    ])
  })

  test('[BULK-2, TASK-1] other days end the window of a task, which an undo brings back', async () => {
    const task = async (name: string, body = {}) => (await make('todos', { name, ...body })).id
    const days = { counted_from: '2027-05-10', completed_within: 2 }
    const window = { start_time: '2027-05-10', end_time: '2027-05-12' }
    const [own, other] = [await task('By days', days), await task('By window', { ...days, ...window })]
    const change = await run({
      ...{ list: 'todos', action: 'set', field: 'completed_within', value: 10 },
      ids: [own, other],
    })
    expect(change.counts).toEqual({ ...nothing, changed: 2 })
    const read = async (id: number) =>
      (await api.asBroker<Row<'todos'>>('GET', `${contract.todos.path}${id}/`)).body
    const moved = { completed_within: 10, due_date: '2027-05-20', start_time: null, end_time: null }
    for (const id of [own, other]) expect(await read(id)).toMatchObject(moved)
    expect((await undone(change.bulk_change_id)).counts).toMatchObject({ undone: 2, kept: 0 })
    expect(await read(own)).toMatchObject({ completed_within: 2, due_date: '2027-05-12' })
    expect(await read(other)).toMatchObject({ ...window, completed_within: 2, due_date: '2027-05-12' })
  })

  test('[BULK-2] what another user has changed since is skipped and told', async () => {
    const [first = 0, second = 0] = await deals('Meanwhile', 2)
    const release = hold()
    const { body: change } = await begin({
      list: 'opportunities',
      action: 'set',
      field: 'broker_name',
      value: 'Ours',
      ids: [first, second],
    })
    const path = `${contract.opportunities.path}${second}/`
    expect((await api.send('PATCH', path, { token: team, body: { broker_name: 'Theirs' } })).status).toBe(200)
    release()
    expect((await ended(change.bulk_change_id)).counts).toEqual({ ...nothing, changed: 1, skipped: 1 })
    expect([(await deal(first)).broker_name, (await deal(second)).broker_name]).toEqual(['Ours', 'Theirs'])
    expect((await explained(change.bulk_change_id)).results).toEqual([
      { record: second, name: 'Meanwhile 1', outcome: 'skipped', reason: 'It was changed meanwhile.' },
    ])
  })

  test('[BULK-2] records go to the trash, and all that its list finds come back', async () => {
    const ids = await deals('Trashed', 3)
    const deleted = await run({ list: 'opportunities', action: 'delete', query: { q: 'Trashed' }, count: 3 })
    expect(deleted).toMatchObject({ field: null, value: null, counts: { ...nothing, changed: 3 } })
    const alive = async () =>
      (await api.asBroker<ListAnswer<unknown>>('GET', `${contract.opportunities.path}?q=Trashed`)).body.count
    expect(await alive()).toBe(0)
    const restored = await run({
      list: 'opportunities',
      action: 'restore',
      query: { q: 'Trashed' },
      count: 3,
    })
    expect([restored.counts.changed, await alive()]).toEqual([3, 3])
    expect((await undone(restored.bulk_change_id)).counts).toEqual({ ...nothing, undone: 3 })
    expect(await alive()).toBe(0)
    // It is restored, and the deletion is another one.
    await api.asBroker('POST', `${contract.opportunities.path}${ids[0]}/restore/`)
    const last = await undone(deleted.bulk_change_id)
    expect([last.counts, await alive()]).toEqual([{ ...nothing, kept: 3 }, 1])
  })

  test('[BULK-2] the permission of its user counts for each record, as it is then', async () => {
    const ids = await deals('Permitted', 2)
    const release = hold()
    const { body: change } = await begin({ list: 'opportunities', action: 'delete', ids })
    const { db } = api.database
    const broker = () => db.updateTable('users').where('username', '=', 'broker')
    await broker().set({ status: 'deactivated', is_active: false }).execute()
    release()
    const row = await untilAnswer(
      () =>
        db
          .selectFrom('bulk_changes')
          .selectAll()
          .where('bulk_change_id', '=', change.bulk_change_id)
          .executeTakeFirstOrThrow(),
      ({ state }) => state !== 'running',
    )
    await broker().set({ status: 'active', is_active: true }).execute()
    expect(row.state).toBe('stopped')
    expect((await read(change.bulk_change_id)).counts).toEqual({ ...nothing, waiting: 2 })
  })
})

describe('how it runs', () => {
  test('[BULK-3] it stops, what is changed stays so, and can be taken back', async () => {
    const ids = await deals('Stopped', 300)
    const { body: change } = await begin({
      list: 'opportunities',
      action: 'set',
      field: 'broker_name',
      value: 'Half',
      query: { q: 'Stopped' },
      count: 300,
    })
    const id = change.bulk_change_id
    const stopped = await act(id, 'stop')
    expect(stopped).toMatchObject({ status: 200, body: { state: 'stopped' } })
    const { counts } = stopped.body
    expect(counts.waiting).toBeGreaterThan(0)
    expect(counts.waiting + counts.changed).toBe(300)
    await wait(100)
    expect((await read(id)).counts).toEqual(counts)
    const changed = async () =>
      (await Promise.all(ids.map(deal))).filter(({ broker_name: name }) => name === 'Half')
    expect(await changed()).toHaveLength(counts.changed)
    expect((await act(id, 'stop')).status).toBe(200)

    expect((await undone(id)).counts).toEqual({
      ...nothing,
      waiting: counts.waiting,
      undone: counts.changed,
    })
    expect(await changed()).toHaveLength(0)
  })

  test('[BULK-3] three of a user run at a time, and their progress is told to that user', async () => {
    const ids = await deals('Several', 2)
    const told: unknown[] = []
    const leave = api.app.events.subscribe({
      onNotice: (notice) => {
        if (notice.kind === 'bulk-change') told.push(notice.id)
      },
      onGap: () => undefined,
    })
    const release = hold()
    const body = { list: 'opportunities', action: 'set', field: 'broker_name', value: 'S', ids } as const
    const begun = [await begin(body), await begin(body), await begin(body)]
    expect((await refused(body)).status).toBe(409)
    release()
    const all = await Promise.all(begun.map(({ body: { bulk_change_id: id } }) => ended(id)))
    expect(all.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    expect(all.reduce((sum, { counts }) => sum + counts.changed, 0)).toBe(2)
    await untilAnswer(
      () => new Set(told).size,
      (count) => count >= 3,
    )
    leave()
  })

  test('[BULK-3] another user neither sees nor stops it; a wrong id is not found', async () => {
    const { bulk_change_id: id } = await run({
      list: 'opportunities',
      action: 'set',
      field: 'broker_name',
      value: 'Private',
      ids: await deals('Private', 1),
    })
    for (const path of ['', 'records/', 'refused/'])
      expect((await api.send('GET', `${bulkChangesPath}${id}/${path}`, { token: team })).status).toBe(404)
    for (const path of ['stop/', 'undo/'])
      expect((await api.send('POST', `${bulkChangesPath}${id}/${path}`, { token: team })).status).toBe(404)
    expect((await api.asBroker('GET', `${bulkChangesPath}999999/`)).status).toBe(404)
    const { body: own } = await api.asBroker<ListAnswer<BulkChange>>('GET', `${bulkChangesPath}?limit=1`)
    expect([own.results[0]?.bulk_change_id, own.count > 1]).toEqual([id, true])
    const others = await api.send<ListAnswer<BulkChange>>('GET', bulkChangesPath, { token: team })
    expect(others.body).toEqual({ count: 0, results: [] })
    expect((await act(id, 'stop')).status).toBe(409)
  })
})

describe('how it is taken back', () => {
  test('[BULK-4] records get their values back, except those that others have changed since, which are named', async () => {
    const [first = 0, second = 0, third = 0] = await deals('Taken', 3)
    const path = (id: number) => `${contract.opportunities.path}${id}/`
    await api.asBroker('PATCH', path(first), { broker_name: 'Before' })
    const change = await run({
      list: 'opportunities',
      action: 'set',
      field: 'broker_name',
      value: 'After',
      ids: [first, second, third],
    })
    const id = change.bulk_change_id
    await api.send('PATCH', path(third), { token: team, body: { notes: 'Called' } })
    expect((await undone(id)).counts).toEqual({ ...nothing, undone: 2, kept: 1 })
    expect(await Promise.all([first, second, third].map(deal))).toMatchObject([
      { broker_name: 'Before' },
      { broker_name: null },
      { broker_name: 'After', notes: 'Called' },
    ])
    expect((await explained(id)).results).toEqual([
      { record: third, name: 'Taken 2', outcome: 'kept', reason: 'It was changed meanwhile.' },
    ])
    expect((await act(id, 'undo')).status).toBe(409)
    expect((await api.asBroker('POST', `${bulkChangesPath}999999/undo/`)).status).toBe(404)
  })

  test('[BULK-4] tags and assignees come back as they were, except of records that have changed since', async () => {
    const tag = async (name: string) => (await make('tags', { name })).tag_id
    const [had, both, added] = [await tag('Had'), await tag('Both'), await tag('Added')]
    const patch = (list: 'opportunities' | 'todos', id: number, body: object) =>
      api.send('PATCH', `${contract[list].path}${id}/`, { token: team, body })
    const tagged = async (name: string, tags: number[]) =>
      (await make('opportunities', { opportunity_name: name, tags })).opportunity_id
    const ids = [await tagged('One', [had, both]), await tagged('Two', []), await tagged('Three', [both])]
    const [one = 0, two = 0, three = 0] = ids
    const order = { list: 'opportunities', field: 'tags' } as const
    const more = await run({ ...order, action: 'add', value: [both, added], ids })
    expect(more.counts).toEqual({ ...nothing, changed: 3 })
    expect((await patch('opportunities', three, { notes: 'Called' })).status).toBe(200)
    expect((await undone(more.bulk_change_id)).counts).toEqual({ ...nothing, undone: 2, kept: 1 })
    const tagsOf = async (id: number) => (await deal(id)).tags.sort((a, b) => a - b)
    expect([await tagsOf(one), await tagsOf(two), await tagsOf(three)]).toEqual([
      [had, both],
      [],
      [both, added],
    ])
    expect((await deal(three)).notes).toBe('Called')

    const fewer = await run({ ...order, action: 'remove', value: [both], ids })
    expect(fewer.counts).toEqual({ ...nothing, changed: 2, unchanged: 1 })
    expect((await undone(fewer.bulk_change_id)).counts).toEqual({ ...nothing, unchanged: 1, undone: 2 })
    expect([await tagsOf(one), await tagsOf(three)]).toEqual([
      [had, both],
      [both, added],
    ])

    const users = await api.asBroker<ListAnswer<Row<'users'>>>('GET', contract.users.path)
    const others = users.body.results.filter(({ username }) => username !== 'broker')
    const [first = 0, second = 0] = others.map(({ id }) => id)
    const tasks = [
      (await make('todos', { name: 'Of one', assignee: first })).id,
      (await make('todos', { name: 'Of none', assignee: null })).id,
      (await make('todos', { name: 'Done since', assignee: first })).id,
    ]
    const given = await run({ list: 'todos', action: 'set', field: 'assignee', value: second, ids: tasks })
    expect(given.counts).toEqual({ ...nothing, changed: 3 })
    expect((await patch('todos', tasks[2] ?? 0, { status: 'done' })).status).toBe(200)
    expect((await undone(given.bulk_change_id)).counts).toEqual({ ...nothing, undone: 2, kept: 1 })
    const task = async (id = 0) =>
      (await api.asBroker<Row<'todos'>>('GET', `${contract.todos.path}${id}/`)).body
    expect([await task(tasks[0]), await task(tasks[1]), await task(tasks[2])]).toMatchObject([
      { assignee: first },
      // Without one, a new task is its author's.
      { assignee: (await task(tasks[1])).created_by },
      { assignee: second, status: 'done' },
    ])
  })

  test('[BULK-3, BULK-4] records that go to the trash together share the statements; refused ones stay by themselves', async () => {
    const ids = await deals('Moved', 12)
    const gone = ids[5] ?? 0
    await api.asBroker('DELETE', `${contract.opportunities.path}${gone}/`)
    moves.length = 0
    const change = await run({ list: 'opportunities', action: 'delete', ids })
    expect(change.counts).toEqual({ ...nothing, changed: 11, refused: 1 })
    // The first eight one by one, since one of them is gone, then four at once.
    expect(moves).toHaveLength(8)
    const back = ids[9] ?? 0
    await api.asBroker('POST', `${contract.opportunities.path}${back}/restore/`)
    await api.asBroker('DELETE', `${contract.opportunities.path}${back}/`)
    expect((await undone(change.bulk_change_id)).counts).toEqual({
      ...nothing,
      ...{ undone: 10, refused: 1, kept: 1 },
    })
    expect((await explained(change.bulk_change_id)).results).toMatchObject([
      { record: gone, outcome: 'refused' },
      { record: back, outcome: 'kept', reason: 'It was restored or deleted again meanwhile.' },
    ])
    const found = await api.asBroker<ListAnswer<unknown>>('GET', `${contract.opportunities.path}?q=Moved`)
    expect(found.body.count).toBe(10)
  })

  test('[BULK-4, BOARD-2] lost deals that leave that stage get their reason and note back with it', async () => {
    const lost = { stage: 'lost', lost_reason: 'price', lost_note: 'keep me' } as const
    const ids: number[] = []
    for (let index = 0; index < 3; index++)
      ids.push((await make('opportunities', { opportunity_name: `Lost ${index}`, ...lost })).opportunity_id)
    const change = await run({ list: 'opportunities', action: 'set', field: 'stage', value: 'new', ids })
    expect(change.counts).toEqual({ ...nothing, changed: 3 })
    expect(await deal(ids[0] ?? 0)).toMatchObject({ stage: 'new', lost_reason: null, lost_note: null })
    expect((await undone(change.bulk_change_id)).counts).toEqual({ ...nothing, undone: 3 })
    for (const id of ids) expect(await deal(id)).toMatchObject(lost)
  })

  test('[BULK-1, BULK-4, BOARD-2] deals are lost together, with their reason and note; an undo gives back what they had', async () => {
    const had = { stage: 'lost', lost_reason: 'price', lost_note: 'Too dear' } as const
    const [open = 0] = await deals('Still open', 1)
    const { opportunity_id: lost } = await make('opportunities', { opportunity_name: 'Lost already', ...had })
    await api.asBroker('PATCH', `${contract.opportunities.path}${open}/`, { stage: 'presented' })
    const ids = [open, lost]
    const order = { list: 'opportunities', action: 'set', field: 'stage', value: 'lost', ids } as const
    const along = { lost_reason: 'postponed', lost_note: 'Until 2028' }
    const fieldsOf = async (body: object) => {
      const { status, fields } = await refused({ ...order, ...body })
      return [status, Object.keys(fields ?? {})]
    }
    expect(await fieldsOf({})).toEqual([400, ['lost_reason']])
    expect(await fieldsOf({ along: { lost_note: 'Why?' } })).toEqual([400, ['lost_reason']])
    expect(await fieldsOf({ along: { lost_reason: 'luck' } })).toEqual([400, ['lost_reason']])
    expect(await fieldsOf({ along: { ...along, broker_name: 'Ada' } })).toEqual([400, ['broker_name']])
    expect(await fieldsOf({ along: [1] })).toEqual([400, ['along']])
    expect(await fieldsOf({ value: 'won', along })).toEqual([400, ['lost_reason', 'lost_note']])
    expect(await fieldsOf({ field: 'broker_name', along })).toEqual([400, ['lost_reason', 'lost_note']])

    const change = await run({ ...order, along })
    expect(change).toMatchObject({ value: 'lost', along, counts: { ...nothing, changed: 2 } })
    for (const id of ids) expect(await deal(id)).toMatchObject({ stage: 'lost', ...along })
    expect((await undone(change.bulk_change_id)).counts).toEqual({ ...nothing, undone: 2 })
    expect(await deal(open)).toMatchObject({ stage: 'presented', lost_reason: null, lost_note: null })
    expect(await deal(lost)).toMatchObject(had)
  })

  test('[BULK-4] a change from before all its fields were kept is taken back by the value of its own', async () => {
    const ids = await deals('Kept alone', 1)
    const change = await run({
      list: 'opportunities',
      action: 'set',
      field: 'broker_name',
      value: 'After',
      ids,
    })
    await api.database.db
      .updateTable('bulk_change_records')
      .set({ before: JSON.stringify('Before') })
      .where('bulk_change_id', '=', change.bulk_change_id)
      .execute()
    expect((await undone(change.bulk_change_id)).counts).toEqual({ ...nothing, undone: 1 })
    expect(await deal(ids[0] ?? 0)).toMatchObject({ broker_name: 'Before' })
  })

  test('[BULK-4] for seven days; then it is forgotten', async () => {
    const change = await run({
      list: 'opportunities',
      action: 'set',
      field: 'broker_name',
      value: 'Old',
      ids: await deals('Old', 1),
    })
    const id = change.bulk_change_id
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const age = (days: number) =>
      api.database.db
        .updateTable('bulk_changes')
        .set({ created_at: at(days) })
        .where('bulk_change_id', '=', id)
        .execute()
    await age(6.9)
    await deleteOldBulkChanges(api.database)
    expect((await read(id)).state).toBe('done')
    await age(7.1)
    expect((await act(id, 'undo')).status).toBe(409)
    await deleteOldBulkChanges(api.database)
    expect((await api.asBroker('GET', `${bulkChangesPath}${id}/`)).status).toBe(404)
    const left = await api.database.db
      .selectFrom('bulk_change_records')
      .select('place')
      .where('bulk_change_id', '=', id)
      .execute()
    expect(left).toEqual([])
  })
})

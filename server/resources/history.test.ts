import { sql, type Kysely } from 'kysely'
import { contract, type ResourceName, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import {
  historyPath,
  timelinePath,
  timelineSources,
  type HistoryEntry,
  type SourceName,
  type TimelineAnswer,
} from '../../src/contract/history'
import { fillAuditSubjects } from '../db/migrations/028-audit-subjects'
import { timelineIds } from '../kit/read/timeline'
import { startApi, type TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { recordMaker } from '../testing/records'
import { resources } from '.'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const { path } = contract.opportunities
type Opportunity = Row<'opportunities'>

const create = async (body: object = {}) =>
  (await api.asBroker<Opportunity>('POST', path, { opportunity_name: 'Larkfield Mill', ...body })).body
const historyOf = async (id: number, query = '') =>
  (await api.asBroker<ListAnswer<HistoryEntry>>('GET', `${historyPath('opportunities', id)}${query}`)).body

test('[HIST-1] a record tells who changed which field from what to what, the last change first', async () => {
  const tag = async (name: string) =>
    (await api.asBroker<Row<'tags'>>('POST', contract.tags.path, { name, color: '#222', description: 'd' }))
      .body.tag_id
  const [one, other] = [await tag('One'), await tag('Other')]
  const { opportunity_id: id, created_by } = await create({ notes: 'Two sites', tags: [one] })
  const url = `${path}${id}/`
  await api.asBroker('PATCH', url, { notes: 'Three sites', broker_name: 'Quillfeather' })
  const { access: token } = await api.signIn('team')
  await api.send('PATCH', url, { token, body: { broker_name: '', tags: [other, one], version: 2 } })
  await api.asBroker('PATCH', url, { notes: 'stale' }, { 'if-match': '"1"' })
  expect((await api.asBroker('DELETE', url)).status).toBe(204)
  expect((await api.asBroker('POST', `${url}restore/`)).status).toBe(200)

  const { count, results } = await historyOf(id)
  expect(count).toBe(5)
  expect(results.map(({ action }) => action)).toEqual(['restore', 'delete', 'update', 'update', 'create'])
  const [, , third, second, first] = results
  expect(third?.changes).toEqual([
    { field: 'tags', before: [one], after: [other, one], names: { [one]: 'One', [other]: 'Other' } },
    { field: 'broker_name', before: 'Quillfeather', after: null },
  ])
  expect(third?.actor).not.toBe(created_by)
  expect([second?.actor, second?.actor_name]).toEqual([created_by, expect.stringMatching(/\w/)])
  expect(second?.changes).toEqual([
    { field: 'broker_name', before: null, after: 'Quillfeather' },
    { field: 'notes', before: 'Two sites', after: 'Three sites' },
  ])
  expect(first?.changes).toContainEqual({ field: 'opportunity_name', before: null, after: 'Larkfield Mill' })
  expect(first?.changes.map(({ field }) => field)).not.toContain('version')
  expect(Date.parse(second?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.at ?? ''))
})

test('[HIST-1] a history is read page by page', async () => {
  const { opportunity_id: id } = await create()
  for (const notes of ['a', 'b', 'c']) await api.asBroker('PATCH', `${path}${id}/`, { notes })
  const page = await historyOf(id, '?limit=2&offset=1')
  expect([page.count, page.results.map(({ changes }) => changes[0]?.after)]).toEqual([4, ['b', 'a']])
  const refused = await api.asBroker('GET', `${historyPath('opportunities', id)}?limit=few`)
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['limit']])
})

test('[HIST-1] there is none of a record that is not there, in the trash, or not for all', async () => {
  const { opportunity_id: id } = await create()
  await api.asBroker('DELETE', `${path}${id}/`)
  for (const url of [historyPath('opportunities', id), historyPath('opportunities', 999_999)])
    expect((await api.asBroker('GET', url)).status).toBe(404)
  for (const url of ['/api/mpg/users/1/history/', '/api/mpg/views/1/history/'])
    expect((await api.asBroker('GET', url)).status).toBe(404)
})

test('[HIST-1] the organizations of a task are told once, by their names', async () => {
  const make = recordMaker(api)
  const [first, second] = [await make('organizations'), await make('organizations', { name: 'Told Foods' })]
  const { id } = await make('todos', { organizations: [first.organization_id] })
  const organizations = [first.organization_id, second.organization_id]
  await api.asBroker('PATCH', `${contract.todos.path}${id}/`, { organizations: { add: organizations } })
  const answer = await api.asBroker<ListAnswer<HistoryEntry>>('GET', historyPath('todos', id))
  expect(answer.body.results[0]?.changes).toMatchObject([
    { field: 'organizations', names: { [second.organization_id]: 'Told Foods' } },
  ])
})

test('[HIST-1, GAS-4] fields that a user does not see are missing from the history, too', async () => {
  const { body } = await api.asBroker<Row<'suppliers'>>('POST', contract.suppliers.path, {
    name: 'Copperlamp Energy',
    lag_months: 2,
  })
  const url = historyPath('suppliers', body.supplier_id)
  const fieldsFor = async (username: string) => {
    const { access: token } = await api.signIn(username)
    const answer = await api.send<ListAnswer<HistoryEntry>>('GET', url, { token })
    return answer.body.results.flatMap(({ changes }) => changes.map(({ field }) => field))
  }
  expect(await fieldsFor('broker')).toContain('lag_months')
  const seen = await fieldsFor('customer')
  expect(seen).toContain('name')
  expect(seen).not.toContain('lag_months')
})

const timelineOf = async (resource: ResourceName, id: number, query = '') =>
  (await api.asBroker<TimelineAnswer>('GET', `${timelinePath(resource, id)}${query}`)).body

/** What entries say, in short: 'delete contacts Ann Bell'. */
const told = ({ results }: TimelineAnswer) =>
  results.map(({ action, kind, record }) =>
    [action, record?.resource ?? kind, record?.name].filter(Boolean).join(' '),
  )

test('[HIST-2] a timeline tells which records were linked and which links were removed, on both sides', async () => {
  const make = recordMaker(api)
  const { organization_id: mill } = await make('organizations', { name: 'Larkfield Mill' })
  const { organization_id: works } = await make('organizations', { name: 'Larkfield Works' })
  const contact = await make('contacts', { first_name: 'Ann', last_name: 'Bell' })
  const { contact_id } = contact
  const link = await make('organizationContacts', { organization: mill, contact: contact_id })
  const linkUrl = `${contract.organizationContacts.path}${link.organization_contact_id}/`
  await api.asBroker('PATCH', linkUrl, { job_title: 'Buyer' })
  const { opportunity_id: deal } = await create({ organizations: [mill] })
  const moved = await api.asBroker('PATCH', `${path}${deal}/`, { organizations: [works], version: 1 })
  expect(moved.status).toBe(200)
  await api.asBroker('PATCH', `${path}${deal}/`, { notes: 'no link' })
  await api.asBroker('DELETE', linkUrl)

  expect(told(await timelineOf('organizations', mill))).toEqual([
    `delete contacts ${contact.name}`,
    'delete opportunities Larkfield Mill',
    'create opportunities Larkfield Mill',
    `update contacts ${contact.name}`,
    `create contacts ${contact.name}`,
    'create changes',
  ])
  expect(told(await timelineOf('organizations', works, '?kind=links'))).toEqual([
    'create opportunities Larkfield Mill',
  ])
  expect(told(await timelineOf('contacts', contact_id, '?kind=links'))).toEqual([
    'delete organizations Larkfield Mill',
    'update organizations Larkfield Mill',
    'create organizations Larkfield Mill',
  ])
  const { results } = await timelineOf('opportunities', deal, '?kind=links')
  expect(results.map(({ changes }) => changes.map(({ field, after }) => [field, after]))).toEqual([
    [['organizations', [works]]],
    [['organizations', [mill]]],
  ])

  await api.asBroker('DELETE', `${contract.contacts.path}${contact_id}/`)
  const [removal] = (await timelineOf('organizations', mill, '?kind=links&limit=1')).results
  expect(removal?.record).toEqual({
    resource: 'contacts',
    id: contact_id,
    name: contact.name,
    state: 'trash',
  })
})

test('[HIST-2] what changes of a link stands on both sides, until the link is gone for good', async () => {
  const make = recordMaker(api)
  const { organization_id: organization } = await make('organizations', { name: 'Changing Mill' })
  const { contact_id: contact } = await make('contacts', { last_name: 'Changing' })
  const { organization_contact_id: id } = await make('organizationContacts', { organization, contact })
  const url = `${contract.organizationContacts.path}${id}/`
  await api.asBroker('PATCH', url, { job_title: 'Buyer', work_email: 'b@mill.example' })
  // What changes nothing is not told.
  await api.asBroker('PATCH', url, { job_title: 'Buyer' })
  const sides = [
    ['organizations', organization, 'contacts', contact],
    ['contacts', contact, 'organizations', organization],
  ] as const
  const changesOn = async (resource: ResourceName, of: number) =>
    (await timelineOf(resource, of, '?kind=links')).results.map(({ action, record, changes }) => [
      action,
      record?.resource,
      record?.id,
      changes.map(({ field, before, after }) => [field, before, after]),
    ])
  const changes = [
    ['job_title', null, 'Buyer'],
    ['work_email', null, 'b@mill.example'],
  ]
  for (const [resource, of, other, otherId] of sides)
    expect(await changesOn(resource, of)).toEqual([
      ['update', other, otherId, changes],
      ['create', other, otherId, []],
    ])
  await api.asBroker('DELETE', url)
  const { access: token } = await api.signIn('team')
  const purged = await api.send('DELETE', `${contract.organizationContacts.path}trash/${id}/`, { token })
  expect(purged.status).toBe(204)
  for (const [resource, of, other, otherId] of sides)
    expect(await changesOn(resource, of)).toEqual([
      ['delete', other, otherId, []],
      ['update', other, otherId, []],
      ['create', other, otherId, []],
    ])
})

test('[HIST-3] notes, files, tasks and meetings stand in the same timeline, filtered by kind', async () => {
  const make = recordMaker(api)
  const { organization_id: id } = await make('organizations', { name: 'Ashdown Glass' })
  const object_id = `organization-${id}`
  const note = await make('notes', { description: '<p>Two sites</p>', object_id })
  const noteUrl = `${contract.notes.path}${note.id}/`
  await api.asBroker('PATCH', noteUrl, { description: '<p>Three sites</p>' })
  const { access: broker } = await api.signIn()
  await sendForm(
    api,
    broker,
    ['POST', contract.files.path],
    [
      { name: 'file', value: 'x', filename: 'contract.txt', type: 'text/plain' },
      { name: 'object_id', value: object_id },
    ],
  )
  const task = await make('todos', { name: 'Call them', organizations: [id] })
  await api.asBroker('PATCH', `${contract.todos.path}${task.id}/`, { status: 'done' })
  await api.asBroker('POST', contract.activities.path, {
    title: 'Site visit',
    description: 'All meters',
    start: 1_800_000_000,
    organization: id,
  })
  await api.asBroker('DELETE', noteUrl)

  const all = await timelineOf('organizations', id)
  expect(told(all)).toEqual([
    `delete notes #${note.id}`,
    'create activities Site visit',
    'update todos Call them',
    'create todos Call them',
    'create files contract.txt',
    `update notes #${note.id}`,
    `create notes #${note.id}`,
    'create changes',
  ])
  expect(all.results.map(({ kind }) => kind)).toEqual([
    ...(['notes', 'meetings', 'tasks', 'tasks', 'files', 'notes', 'notes', 'changes'] as const),
  ])
  const notes = (await timelineOf('organizations', id, '?kind=notes')).results
  expect(notes.map(({ changes }) => changes)).toEqual([
    [],
    [{ field: 'description', before: '<p>Two sites</p>', after: '<p>Three sites</p>' }],
    [{ field: 'description', before: null, after: '<p>Two sites</p>' }],
  ])
  expect(notes[0]?.record?.state).toBe('trash')
  expect(notes[0]?.actor_name).toMatch(/\w/)
  const [done] = (await timelineOf('organizations', id, '?kind=tasks')).results
  expect(done?.changes).toEqual([{ field: 'status', before: 'todo', after: 'done' }])

  // Once it is deleted for good, its text is not told any more.
  const { access: token } = await api.signIn('team')
  expect((await api.send('DELETE', `${contract.notes.path}trash/${note.id}/`, { token })).status).toBe(204)
  const gone = (await timelineOf('organizations', id, '?kind=notes')).results
  expect(gone.map(({ record, changes }) => [record?.state, changes])).toEqual([
    ['gone', []],
    ['gone', []],
    ['gone', []],
  ])
})

test('[HIST-3] of another record, too, a user sees what they see there', async () => {
  for (const name of Object.keys(timelineSources) as SourceName[]) expect(resources[name].owner).toBe(null)
  const { opportunity_id: id } = await create()
  await api.asBroker('DELETE', `${path}${id}/`)
  for (const url of [timelinePath('opportunities', id), '/api/mpg/users/1/timeline/'])
    expect((await api.asBroker('GET', url)).status).toBe(404)
  const make = recordMaker(api)
  const { supplier_id } = await make('suppliers', { name: 'Brasswick Energy', lag_months: 2 })
  const fieldsFor = async (username: string) => {
    const { access: token } = await api.signIn(username)
    const url = timelinePath('suppliers', supplier_id)
    const { body } = await api.send<TimelineAnswer>('GET', url, { token })
    return body.results.flatMap(({ changes }) => changes.map(({ field }) => field))
  }
  expect(await fieldsFor('broker')).toContain('lag_months')
  expect(await fieldsFor('customer')).not.toContain('lag_months')
})

test('[HIST-4] a timeline is read by a key, from indexes, however long it is', async () => {
  const { opportunity_id: id } = await create()
  for (const notes of ['a', 'b', 'c', 'd']) await api.asBroker('PATCH', `${path}${id}/`, { notes })
  const seen: unknown[] = []
  let next: string | null = null
  do {
    const page: TimelineAnswer = await timelineOf(
      'opportunities',
      id,
      `?kind=changes&limit=2${next === null ? '' : `&before=${next}`}`,
    )
    seen.push(page.results.map(({ changes }) => changes.find(({ field }) => field === 'notes')?.after))
    next = page.next
  } while (next !== null)
  expect(seen).toEqual([['d', 'c'], ['b', 'a'], [undefined]])
  for (const [query, name] of [
    ['?kind=gossip', 'kind'],
    ['?before=last', 'before'],
  ] as const) {
    const refused = await api.asBroker('GET', `${timelinePath('opportunities', id)}${query}`)
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [name]])
  }
})

test('[HIST-4] a page of a timeline is found in indexes', async () => {
  const { db, dialect } = api.database
  const ids = timelineIds({ resource: 'organizations', id: 7 }, { kind: null, before: 99, limit: 20 })
  const plan = await db.transaction().execute(async (trx) => {
    if (dialect.kind === 'sqlite') {
      const { rows } = await sql<{ detail: string }>`explain query plan ${ids}`.execute(trx)
      return rows.map(({ detail }) => detail).filter((detail) => detail.includes('audit'))
    }
    // Small tables are read as a whole otherwise.
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${ids}`.execute(trx)
    return rows.map((row) => row['QUERY PLAN']).filter((line) => /Scan|Index Cond/.test(line))
  })
  const lines = [...new Set(plan)].join('\n')
  expect(lines).toMatch(/audit_by_record_in_order/)
  expect(lines).toMatch(/audit_subjects/)
  expect(lines).toMatch(dialect.kind === 'sqlite' ? /id<\?/ : /id < /)
  expect(lines).not.toMatch(/SCAN audit|Seq Scan|TEMP B-TREE/)
})

test('[HIST-4] entries from before there were timelines stand in them', async () => {
  const { db, dialect } = api.database
  const rows = () =>
    db
      .selectFrom('audit_subjects')
      .selectAll()
      .orderBy('audit_id')
      .orderBy('resource')
      .orderBy('record_id')
      .execute()
  const written = (await rows()).map((row) => ({ ...row }))
  expect(written.length).toBeGreaterThan(10)
  // A note that is gone for good does not say any more where it was.
  const gone = await db
    .selectFrom('audit')
    .select('record_id')
    .where('resource', '=', 'notes')
    .where('action', '=', 'purge')
    .execute()
  const entries = await db
    .selectFrom('audit')
    .select('id')
    .where('resource', '=', 'notes')
    .where(
      'record_id',
      'in',
      gone.map(({ record_id }) => record_id),
    )
    .execute()
  // What was changed of a link stood with the link alone.
  const pairs = Object.entries(timelineSources).flatMap(([name, source]) =>
    'isPair' in source ? [name] : [],
  )
  const ofLinks = await db
    .selectFrom('audit')
    .select('id')
    .where('resource', 'in', pairs)
    .where('action', '=', 'update')
    .execute()
  const lost = new Set([...entries, ...ofLinks].map(({ id }) => id))
  await db.deleteFrom('audit_subjects').execute()
  await fillAuditSubjects(db as unknown as Kysely<unknown>, dialect.kind)
  expect(await rows()).toEqual(written.filter(({ audit_id }) => !lost.has(audit_id)))
})

test('[HIST-6] a note that moves tells both records what moved from where to where', async () => {
  const make = recordMaker(api)
  const { organization_id: id } = await make('organizations', { name: 'Left Works' })
  const { contact_id } = await make('contacts', { first_name: 'Ann', last_name: 'Reached' })
  const left = { resource: 'organizations', id, name: 'Left Works', state: 'present' }
  const reached = { resource: 'contacts', id: contact_id, name: 'Reached, Ann', state: 'present' }
  const note = await make('notes', { description: '<p>Moves</p>', object_id: `organization-${id}` })
  const url = `${contract.notes.path}${note.id}/`
  // A bare id is of the kind that its content type says.
  const moved = await api.asBroker('PATCH', url, { object_id: String(contact_id), content_type: 33 })
  expect(moved.status).toBe(200)
  await api.asBroker('PATCH', url, { description: '<p>Moved</p>' })
  const notesOf = async (resource: ResourceName, of: number) =>
    (await timelineOf(resource, of, '?kind=notes')).results.map((entry) => [
      entry.action,
      entry.moved,
      entry.changes.map(({ field, after }) => [field, after]),
    ])
  const move = ['update', { from: left, to: reached }, []]
  expect(await notesOf('organizations', id)).toEqual([
    move,
    ['create', null, [['description', '<p>Moves</p>']]],
  ])
  expect(await notesOf('contacts', contact_id)).toEqual([
    ['update', null, [['description', '<p>Moved</p>']]],
    move,
  ])
  const back = { object_id: `organization-${id}`, content_type: null, description: '<p>Back</p>' }
  expect((await api.asBroker('PATCH', url, back)).status).toBe(200)
  const home = ['update', { from: reached, to: left }]
  expect((await notesOf('organizations', id))[0]).toEqual([...home, [['description', '<p>Back</p>']]])
  // What is written of it there is no business of the record that it has left.
  expect((await notesOf('contacts', contact_id))[0]).toEqual([...home, []])
  await api.asBroker('DELETE', `${contract.organizations.path}${id}/`)
  const [gone] = await notesOf('contacts', contact_id)
  expect(gone?.[1]).toMatchObject({ to: { name: 'Left Works', state: 'trash' } })
})

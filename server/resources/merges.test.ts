import { sql } from 'kysely'
import { contract, type ResourceName, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import {
  dismissalPath,
  duplicatePairsPath,
  mergedResources,
  type DuplicatePair,
  type DuplicatePairsAnswer,
  type MergedResource,
} from '../../src/contract/duplicatePairs'
import { timelinePath, type FieldChange, type TimelineAnswer } from '../../src/contract/history'
import { followPath } from '../../src/contract/notifications'
import { problems } from '../../src/contract/problems'
import { mergePath, mergesPath, movedAtOnce, type Merge, type MergePreview } from '../../src/contract/merges'
import { anyTable } from '../kit/context'
import { resourceOf } from '../kit/registry'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker, type MakeRecord } from '../testing/records'
import { untilAnswer } from '../testing/until'
import { deleteOldMerges } from './merges/kept'
import { naming, referencesTo } from './merges/references'

let api: TestApi
let make: MakeRecord
let team: string
beforeAll(async () => {
  api = await startApi()
  make = recordMaker(api)
  team = (await api.signIn('team')).access
})
afterAll(() => api.close())

const get = async <T>(path: string) => (await api.asBroker<T>('GET', path)).body
const read = <N extends ResourceName>(name: N, id: number) => get<Row<N>>(`${contract[name].path}${id}/`)
const pairs = (name: MergedResource, more = '') =>
  get<DuplicatePairsAnswer<Row<MergedResource>>>(`${duplicatePairsPath(name)}${more}`)
/** The pair of two records, once it is known or no longer known. */
const pairOf = async (
  name: MergedResource,
  ids: readonly number[],
  is: (pair?: DuplicatePair) => boolean,
) => {
  const find = (list: readonly DuplicatePair[]) => list.find((pair) => pair.ids.join() === ids.join())
  const answer = await untilAnswer(
    () => pairs(name),
    (found) => is(find(found.pairs)),
  )
  return find(answer.pairs)
}
const isThere = (pair?: DuplicatePair) => pair !== undefined
const isGone = (pair?: DuplicatePair) => pair === undefined

const organization = async (body: Parameters<typeof make<'organizations'>>[1] = {}) =>
  (await make('organizations', body)).organization_id
const contact = async (body: Parameters<typeof make<'contacts'>>[1] = {}) =>
  (await make('contacts', body)).contact_id

interface Order {
  take?: readonly string[]
  version?: number
  other_version?: number
}
const merge = async <T = Merge>(
  name: MergedResource,
  kept: number,
  other: number,
  { take = [], version, other_version }: Order = {},
) =>
  api.asBroker<T>('POST', mergePath(name, kept), {
    other,
    version: version ?? (await read(name, kept)).version,
    other_version: other_version ?? (await read(name, other)).version,
    take,
  })
const isOver = ({ state }: Merge) => state === 'done' || state === 'undone'
const ended = (id: number) => untilAnswer(() => get<Merge>(`${mergesPath}${id}/`), isOver)
const undo = <T = Merge>(id: number) => api.asBroker<T>('POST', `${mergesPath}${id}/undo/`)

describe('probable duplicates', () => {
  test('[DUP-1] organizations are paired by name and city, register numbers, email and phone, with the reasons', async () => {
    const one = await organization({
      name: 'Larkspur Mills, Inc.',
      city: 'Larkfield',
      tax_id: '12-3456789',
      phone: '713-555-0188',
      email: 'Office@larkspur.example',
    })
    const two = await organization({
      name: 'LARKSPUR MILLS INC',
      city: 'larkfield',
      tax_id: '123456789',
      phone: '+1 (713) 555 0188 x12',
      email: 'office@LARKSPUR.example',
    })
    expect(await pairOf('organizations', [one, two], isThere)).toMatchObject({
      reasons: ['tax_id', 'name', 'email', 'phone'],
      dismissed_at: null,
    })
    const { results, pairs: found } = await pairs('organizations', '?limit=1')
    expect(found).toHaveLength(1)
    expect(results.map((row) => (row as Row<'organizations'>).organization_id).sort()).toEqual([one, two])

    // A name alone is none where the cities differ, and one where a city is not known.
    const elsewhere = await organization({ name: 'Larkspur Mills Inc', city: 'Weirton' })
    const unknown = await organization({ name: 'Larkspur Mills Inc' })
    expect(await pairOf('organizations', [one, unknown], isThere)).toMatchObject({ reasons: ['name'] })
    expect(await pairOf('organizations', [elsewhere, unknown], isThere)).toBeDefined()
    expect((await pairs('organizations')).pairs.map(({ ids }) => ids.join())).not.toContain(
      `${one},${elsewhere}`,
    )

    await api.asBroker('PATCH', `/api/mpg/organizations/${two}/`, { tax_id: '99-9999999' })
    await pairOf('organizations', [one, two], (pair) => pair?.reasons[0] === 'name')
    await api.asBroker('DELETE', `/api/mpg/organizations/${two}/`)
    await pairOf('organizations', [one, two], isGone)
    await api.asBroker('POST', `/api/mpg/organizations/${two}/restore/`)
    await pairOf('organizations', [one, two], isThere)
  })

  test('[DUP-1] contacts are paired by any email, by name at one organization, and by mobile', async () => {
    const here = await organization()
    const one = await contact({ first_name: 'Zoë', last_name: 'Marsh', personal_email: 'zoe@marsh.example' })
    const two = await contact({ first_name: 'Zoe', last_name: 'MARSH', personal_mobile: '713-555-0147' })
    const three = await contact({ first_name: 'Ida', personal_mobile: '+1 713 555 0147' })
    await make('organizationContacts', { organization: here, contact: one })
    const link = await make('organizationContacts', {
      organization: here,
      contact: two,
      work_email: 'ZOE@marsh.example',
    })
    expect(await pairOf('contacts', [two, three], isThere)).toMatchObject({ reasons: ['phone'] })
    const both = (pair?: DuplicatePair) => pair?.reasons.join() === 'email,name'
    await pairOf('contacts', [one, two], both)
    await api.asBroker('DELETE', `${contract.organizationContacts.path}${link.organization_contact_id}/`)
    await pairOf('contacts', [one, two], isGone)
  })

  test('[DUP-1] what a record shares with very many others takes no reason from its pairs', async () => {
    const others: number[] = []
    for (let index = 0; index < 25; index++) others.push(await contact())
    const shared = { personal_mobile: '832-555-0199', personal_email: 'many@shared.example' }
    const [one, two] = [await contact(shared), await contact(shared)]
    const isWhole = (pair?: DuplicatePair) => pair?.reasons.join() === 'email,phone'
    await pairOf('contacts', [one, two], isWhole)
    const change = (id: number, body: object) =>
      api.asBroker('PATCH', `${contract.contacts.path}${id}/`, body)
    for (const id of others) await change(id, { personal_mobile: shared.personal_mobile })
    await change(one, { last_name: 'Renamed' })
    const marks = () => api.database.db.selectFrom('duplicate_marks').select('id').execute()
    await untilAnswer(marks, (waiting) => waiting.length === 0)
    expect(
      await api.database.db
        .selectFrom('duplicate_pairs')
        .select('reasons')
        .where('low', '=', one)
        .where('high', '=', two)
        .execute(),
    ).toEqual([{ reasons: JSON.stringify(['email', 'phone']) }])
  })

  test('[DUP-1] a record that is written is compared before all others that wait', async () => {
    const db = anyTable(api.database.db)
    const id = await contact()
    const { contact_id, mail_key, ...row } = await db
      .selectFrom('contacts')
      .selectAll()
      .where('contact_id', '=', id)
      .executeTakeFirstOrThrow()
    expect([contact_id, mail_key]).toEqual([id, null])
    for (let part = 0; part < 20; part++)
      await db
        .insertInto('contacts')
        .values(Array.from({ length: 100 }, (_, at) => ({ ...row, name_match: `waits ${part} ${at}` })))
        .execute()
    await db
      .insertInto('duplicate_marks')
      .values([
        { resource: 'contacts', record_id: null },
        { resource: 'contacts', record_id: id },
      ])
      .execute()
    await contact()
    const marks = async () =>
      (await api.database.db.selectFrom('duplicate_marks').select('record_id').execute()).map(
        ({ record_id }) => record_id,
      )
    expect(await untilAnswer(marks, (waiting) => !waiting.includes(id))).toContain(null)
    await untilAnswer(marks, (waiting) => waiting.length === 0)
  })

  test('[DUP-2, TRUST-38] a pair is dismissed, stays so, and that is taken back', async () => {
    const one = await organization({ duns_number: '04-123-4567' })
    const two = await organization({ duns_number: '041234567' })
    const { pair_id = 0 } = (await pairOf('organizations', [one, two], isThere)) ?? {}
    const path = dismissalPath('organizations', pair_id)
    expect((await api.asBroker('PUT', path)).status).toBe(204)
    await pairOf('organizations', [one, two], isGone)
    // It says nothing any more, and says it again.
    await api.asBroker('PATCH', `/api/mpg/organizations/${one}/`, { duns_number: null })
    const dismissed = async () =>
      (await pairs('organizations', '?dismissed=true')).pairs.map(({ ids }) => ids.join())
    await untilAnswer(dismissed, (ids) => !ids.includes(`${one},${two}`))
    await api.asBroker('PATCH', `/api/mpg/organizations/${one}/`, { duns_number: '041234567' })
    await untilAnswer(dismissed, (ids) => ids.includes(`${one},${two}`))
    expect((await pairs('organizations')).pairs.map(({ ids }) => ids.join())).not.toContain(`${one},${two}`)
    expect((await api.asBroker('DELETE', path)).status).toBe(204)
    await pairOf('organizations', [one, two], isThere)
    const audited = await api.database.db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('resource', '=', 'organizations')
      .where('record_id', '=', one)
      .where('action', 'like', '%dismiss%')
      .orderBy('id')
      .execute()
    const after = JSON.stringify({ pair_id, other: two })
    expect(audited).toEqual([
      { action: 'dismiss duplicate', after },
      { action: 'undo dismissal of duplicate', after },
    ])
    expect((await api.asBroker('PUT', dismissalPath('organizations', 999_999))).status).toBe(404)
    expect((await api.asBroker('PUT', dismissalPath('contacts', pair_id))).status).toBe(404)
  })

  test('[K15] an organization that is typed is told by its email and phone, too, a contact by its mobile', async () => {
    const one = await organization({ email: 'desk@typed.example', phone: '281-555-0121' })
    const typed = await get<{ matches: object[] }>(
      '/api/mpg/organizations/duplicates/?email=DESK%40typed.example&phone=%28281%29+5550121',
    )
    expect(typed.matches).toEqual([
      { by: 'email', count: 1, ids: [one] },
      { by: 'phone', count: 1, ids: [one] },
    ])
    const person = await contact({ personal_mobile: '281-555-0122' })
    const found = await get<{ matches: object[] }>('/api/mpg/contacts/duplicates/?personal_mobile=2815550122')
    expect(found.matches).toEqual([{ by: 'personal_mobile', count: 1, ids: [person] }])
  })
})

/** The columns of the database that refer to a table. */
async function referringColumns(table: string): Promise<string[]> {
  const { db, dialect } = api.database
  const query =
    dialect.kind === 'sqlite'
      ? sql<{ at: string }>`select m.name || '.' || f."from" as at from sqlite_master as m
          join pragma_foreign_key_list(m.name) as f on f."table" = ${table} where m.type = 'table'`
      : sql<{ at: string }>`select c.conrelid::regclass || '.' || a.attname as at from pg_constraint as c
          join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
          where c.contype = 'f' and c.confrelid = ${table}::regclass`
  return (await query.execute(db)).rows.map(({ at }) => at).sort()
}

describe('what a merge moves', () => {
  test('[DUP-3] every column that refers to a record is known, and each is read by an index', async () => {
    for (const name of mergedResources) {
      const references = referencesTo(name)
      const known = references.filter(({ where }) => Object.keys(where).length === 0)
      expect(
        known
          .map(({ resource, field, link }) =>
            link ? `${link.table}.${link.target}` : `${resource.table}.${field}`,
          )
          .sort(),
      ).toEqual(await referringColumns(resourceOf(name).table))
      if (api.database.dialect.kind === 'postgres') continue
      for (const reference of references) {
        const { sql: text, parameters } = naming(api.database.db, reference, 7).compile()
        const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(
          parameters.reduce<string>((query, value) => query.replace('?', () => `'${String(value)}'`), text),
        )}`.execute(api.database.db)
        expect([text, rows.map(({ detail }) => detail).join()]).toEqual([
          text,
          expect.stringMatching(/USING .*INDEX/),
        ])
      }
    }
    // Others name records by kind and id: owners of notes and files, which cascade, and followers and what users were told.
    const { db, dialect } = api.database
    const { rows } = await (
      dialect.kind === 'sqlite'
        ? sql<{ at: string }>`select m.name as at from sqlite_master as m join pragma_table_info(m.name) as c
            where m.type = 'table' and c.name in ('owner_id', 'record_id')`
        : sql<{ at: string }>`select table_name as at from information_schema.columns
            where table_schema = 'public' and column_name in ('owner_id', 'record_id')`
    ).execute(db)
    expect(rows.map(({ at }) => at).sort()).toEqual([
      ...[
        'audit',
        'audit_subjects',
        'bulk_change_records',
        'duplicate_marks',
        'files',
        'follows',
        'mail_links',
        'merge_records',
      ],
      ...['notes', 'notifications', 'webhook_deliveries'],
    ])
  })

  test('[DUP-3, DUP-4, DUP-5] an organization takes values, links, notes, tasks, deals; the other leads to it; undo gives all back', async () => {
    const kept = await organization({
      name: 'Kept Mills',
      phone: '713-555-0101',
      city: 'Larkfield',
      zip_code: '77001',
    })
    const other = await organization({
      name: 'Other Mills',
      phone: '713-555-0102',
      dba: 'OM',
      city: 'Weirton',
      zip_code: '77002',
    })
    const shared = await contact({ last_name: 'Shared' })
    const own = await contact({ last_name: 'Moved' })
    const keptLink = await make('organizationContacts', {
      organization: kept,
      contact: shared,
      employment_status: 'expired',
    })
    await make('organizationContacts', {
      organization: other,
      contact: shared,
      work_email: 'w@work.example',
      job_title: 'Buyer',
    })
    const moved = await make('organizationContacts', { organization: other, contact: own })
    const both = await make('opportunities', { organizations: [other, kept] })
    const one = await make('opportunities', { opportunity_name: 'Deal of one', organizations: [other] })
    const trashed = await make('opportunities', { organizations: [other] })
    await api.asBroker('DELETE', `${contract.opportunities.path}${trashed.opportunity_id}/`)
    await api.asBroker('POST', contract.creditSetups.path, {
      opportunity: both.opportunity_id,
      organization: other,
    })
    await api.asBroker('POST', contract.creditSetups.path, {
      opportunity: both.opportunity_id,
      organization: kept,
    })
    await api.asBroker('POST', contract.creditSetups.path, {
      opportunity: one.opportunity_id,
      organization: other,
    })
    const utility = await make('utilities', { name: 'Merge Gas' })
    const utility_state = (await make('utilityStates', { utility: utility.utility_id, state: 44 }))
      .utility_state_id
    const bid = await make('bids', { opportunity: one.opportunity_id, legal_entity: other, utility_state })
    const agreement = await make('contracts', { organization: other })
    const account = await make('utilityAccounts', { organization: other, utility_state })
    const supplier = await make('suppliers', { organization: other })
    const task = await make('todos', { organizations: [other] })
    const note = (
      await api.send<Row<'notes'>>('POST', contract.notes.path, {
        token: team,
        body: { description: '<p>By the team</p>', object_id: `organization-${other}` },
      })
    ).body
    const { body: meeting } = await api.send<Row<'activities'>>('POST', contract.activities.path, {
      token: team,
      body: { title: 'Visit', description: '<p>Visit</p>', start: 1_900_000_000, organization: other },
    })
    await api.send('PUT', followPath('organizations', other), { token: team })

    const { moves } = await get<MergePreview>(`${mergePath('organizations', kept)}?other=${other}`)
    expect(Object.fromEntries(moves.map(({ resource, count }) => [resource, count]))).toEqual({
      organizationAddresses: 1,
      organizationContacts: 2,
      // The one in the trash is none.
      opportunities: 2,
      creditSetups: 2,
      bids: 1,
      suppliers: 1,
      notes: 1,
      organizationTodos: 1,
      activities: 1,
      contracts: 1,
      utilityAccounts: 1,
    })
    const before = await read('organizations', kept)

    const { status, body } = await merge('organizations', kept, other, { take: ['phone', 'dba'] })
    expect([status, body]).toMatchObject([
      201,
      { kept, merged: other, merged_name: 'Other Mills', taken: ['phone', 'dba'] },
    ])
    const { merge_id, state } = await ended(body.merge_id)
    expect(state).toBe('done')
    expect(await read('organizations', kept)).toMatchObject({
      name: 'Kept Mills',
      phone: '713-555-0102',
      dba: 'OM',
      contacts: expect.arrayContaining([shared, own]) as number[],
      bids: [bid.bid_id],
    })
    expect((await read('organizations', kept)).addresses).toHaveLength(2)
    expect((await read('organizations', kept)).contacts).toHaveLength(2)
    expect(await read('organizationContacts', keptLink.organization_contact_id)).toMatchObject({
      work_email: 'w@work.example',
      job_title: 'Buyer',
      employment_status: 'active',
    })
    expect(await read('opportunities', both.opportunity_id)).toMatchObject({ organizations: [kept] })
    expect(await read('opportunities', one.opportunity_id)).toMatchObject({
      organizations: [kept],
      version: one.version + 2,
    })
    const names = async () => ({
      bid: (await read('bids', bid.bid_id)).legal_entity,
      contract: (await read('contracts', agreement.contract_id)).organization,
      account: (await read('utilityAccounts', account.utility_account_id)).organization,
      supplier: (await read('suppliers', supplier.supplier_id)).organization,
      task: (await read('todos', task.id)).organizations[0],
      meeting: (await read('activities', meeting.id)).organization,
      note: (await read('notes', note.id)).object_id,
      link: (await read('organizationContacts', moved.organization_contact_id)).organization,
    })
    const allOf = (id: number) => ({
      ...{ bid: id, contract: id, account: id, supplier: id, task: id, meeting: id, link: id },
      note: `organization-${id}`,
    })
    expect(await names()).toEqual(allOf(kept))
    const setups = await get<ListAnswer<Row<'creditSetups'>>>(
      `${contract.creditSetups.path}?organization=${kept}`,
    )
    expect(setups.results.map(({ opportunity }) => opportunity).sort()).toEqual(
      [both.opportunity_id, one.opportunity_id].sort(),
    )
    // Searches and lists follow.
    const found = async (q: string) =>
      (await get<ListAnswer<Row<'contacts'>>>(`${contract.contacts.path}?q=${encodeURIComponent(q)}`)).count
    expect([await found('Kept Mills'), await found('Other Mills')]).toEqual([2, 0])
    expect((await get<{ following: boolean }>(followPath('organizations', kept))).following).toBe(false)
    const { body: follows } = await api.send<{ following: boolean }>(
      'GET',
      followPath('organizations', kept),
      { token: team },
    )
    expect(follows.following).toBe(true)

    // The merged one is in the trash, and says where it went.
    const gone = await api.asBroker('GET', `/api/mpg/organizations/${other}/`)
    expect([gone.status, gone.body]).toMatchObject([
      404,
      {
        code: 'merged',
        detail: 'Organization was merged into Kept Mills.',
        current: { organization_id: kept, name: 'Kept Mills' },
      },
    ])
    const trash = await get<ListAnswer<Row<'organizations'>>>('/api/mpg/organizations/trash/?q=Other+Mills')
    expect(trash.results).toMatchObject([{ organization_id: other, merged_into: kept }])
    const audited = await api.database.db
      .selectFrom('audit')
      .select(['action', 'record_id'])
      .where('resource', '=', 'organizations')
      .where('record_id', 'in', [kept, other])
      .where('action', 'in', ['merge', 'delete'])
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { action: 'merge', record_id: kept },
      { action: 'delete', record_id: other },
      { action: 'merge', record_id: other },
    ])

    // What was changed since is kept by the undo, and named.
    await api.asBroker('PATCH', `/api/mpg/organizations/${kept}/`, { dba: 'Changed' })
    const third = await organization({ name: 'Third Mills' })
    await api.asBroker('PATCH', `${contract.bids.path}${bid.bid_id}/`, { legal_entity: third })
    expect((await undo(merge_id)).status).toBe(200)
    const undone = await ended(merge_id)
    expect(undone).toMatchObject({ state: 'undone', moved: 0 })
    expect(undone.kept_back).toEqual(
      expect.arrayContaining([
        { resource: 'organizations', record: kept, name: 'Kept Mills', field: 'dba' },
        { resource: 'bids', record: bid.bid_id, name: bid.name, field: 'legal_entity' },
      ]),
    )
    expect(undone.kept_back).toHaveLength(2)
    expect(await read('organizations', kept)).toMatchObject({
      phone: before.phone,
      dba: 'Changed',
      contacts: [shared],
      addresses: before.addresses,
    })
    expect(await read('organizations', other)).toMatchObject({ phone: '713-555-0102', merged_into: null })
    expect((await read('organizations', other)).contacts).toHaveLength(2)
    expect(await read('organizationContacts', keptLink.organization_contact_id)).toMatchObject({
      work_email: null,
      job_title: null,
      employment_status: 'expired',
    })
    expect(await names()).toEqual({ ...allOf(other), bid: third })
    expect(await read('opportunities', both.opportunity_id)).toMatchObject({ organizations: [other, kept] })
    expect([await found('Kept Mills'), await found('Other Mills')]).toEqual([1, 2])
    await api.asBroker('POST', `${contract.opportunities.path}${trashed.opportunity_id}/restore/`)
    expect(await read('opportunities', trashed.opportunity_id)).toMatchObject({ organizations: [other] })
    expect((await undo<ErrorAnswer>(merge_id)).status).toBe(409)
  })

  test('[DUP-3, DUP-5] of two links the values of the one in effect stay, and an undo gives back those of the other', async () => {
    const kept = await organization({ name: 'Clerk Mills' })
    const other = await organization({ name: 'Director Mills' })
    const both = await contact({ last_name: 'Promoted' })
    const former = {
      employment_status: 'expired',
      job_title: 'Former clerk',
      work_email: 'old@a.example',
      salutation: 'Dear Pro',
    } as const
    const link = await make('organizationContacts', { organization: kept, contact: both, ...former })
    const now = {
      employment_status: 'active',
      job_title: 'Director now',
      work_email: 'now@b.example',
    } as const
    await make('organizationContacts', { organization: other, contact: both, ...now })
    const { body } = await merge('organizations', kept, other)
    await ended(body.merge_id)
    const linked = () => read('organizationContacts', link.organization_contact_id)
    expect(await linked()).toMatchObject({ ...now, salutation: 'Dear Pro' })
    await undo(body.merge_id)
    expect((await ended(body.merge_id)).state).toBe('undone')
    expect(await linked()).toMatchObject(former)
    const { contacts } = await read('organizations', other)
    expect(contacts).toEqual([both])
  })

  test('[DUP-5] an undo gives lists their order back, with what was added since behind it', async () => {
    const [kept, other, third, fourth, fifth] = [
      await organization({ name: 'Order Kept' }),
      await organization({ name: 'Order Other' }),
      await organization({ name: 'Order Third' }),
      await organization({ name: 'Order Fourth' }),
      await organization({ name: 'Order Fifth' }),
    ]
    const organizations = [third, other, fourth, kept]
    const deals: number[] = []
    for (let index = 0; index < 4; index++)
      deals.push((await make('opportunities', { organizations })).opportunity_id)
    const lists = async () => {
      const all = []
      for (const id of deals) all.push((await read('opportunities', id)).organizations)
      return all
    }
    const { body } = await merge('organizations', kept, other)
    await ended(body.merge_id)
    expect((await lists())[0]).toEqual([third, kept, fourth])
    const change = async (place: number, changed: readonly number[]) => {
      const path = `${contract.opportunities.path}${deals[place]}/`
      const { version } = await read('opportunities', deals[place] ?? 0)
      expect((await api.asBroker('PATCH', path, { organizations: changed, version })).status).toBe(200)
    }
    await change(1, [third, kept, fourth, fifth])
    await change(2, [kept, fourth])
    await change(3, [fourth, kept, third])
    await undo(body.merge_id)
    expect((await ended(body.merge_id)).state).toBe('undone')
    expect(await lists()).toEqual([
      organizations,
      [...organizations, fifth],
      [other, fourth, kept],
      [fourth, other, kept, third],
    ])
  })

  test('[DUP-3, DUP-5] the timelines of both tell of the merge, by the name of the other record, and of what was taken back', async () => {
    const [kept, merged] = [
      await organization({ name: 'Kept Mills' }),
      await organization({ name: 'Merged Mills' }),
    ]
    const told = async (id: number) => {
      const { results } = await get<TimelineAnswer>(`${timelinePath('organizations', id)}?kind=changes`)
      return results.flatMap(({ action, actor_name, record }) =>
        record ? [[action, actor_name !== null, record.name, record.state]] : [],
      )
    }
    const { body } = await merge('organizations', kept, merged)
    await ended(body.merge_id)
    expect(await told(kept)).toEqual([['merge', true, 'Merged Mills', 'trash']])
    await undo(body.merge_id)
    await ended(body.merge_id)
    expect(await told(kept)).toEqual([
      ['undo merge', true, 'Merged Mills', 'present'],
      ['merge', true, 'Merged Mills', 'present'],
    ])
    expect(await told(merged)).toEqual([['merge into', true, 'Kept Mills', 'present']])
  })

  test('[DUP-3, DUP-5, HIST-3] the timeline of the kept record tells of tasks that a merge links to it, and that its undo takes off', async () => {
    const [kept, merged, linked] = [await organization(), await organization(), await organization()]
    const moved = await make('todos', { name: 'Call the plant', organizations: [merged] })
    const other = await make('todos', { name: 'Call the plant' })
    const patch = async (id: number, body: object) =>
      expect((await api.asBroker('PATCH', `${contract.todos.path}${id}/`, body)).status).toBe(200)
    const tasksOf = async (id: number) => {
      const path = `${timelinePath('organizations', id)}?kind=tasks`
      const { results } = await get<TimelineAnswer>(path)
      return results.map(({ action, record, changes }) => [record?.name, action, ...changes.map(fieldOf)])
    }
    const fieldOf = ({ field }: FieldChange) => field
    const started = ['Call the plant', 'update', 'status']
    const added = ['Call the plant', 'create']
    const removed = ['Call the plant', 'delete']
    await patch(moved.id, { status: 'in_progress' })
    await patch(other.id, { organizations: { add: [linked] } })

    const { body } = await merge('organizations', kept, merged)
    expect((await ended(body.merge_id)).state).toBe('done')
    await patch(moved.id, { status: 'done' })
    await patch(other.id, { status: 'done' })
    expect(await tasksOf(kept)).toEqual([started, added])
    // As of one that is linked by a change of the task.
    expect(await tasksOf(linked)).toEqual([started, added])

    await undo(body.merge_id)
    expect((await ended(body.merge_id)).state).toBe('undone')
    await patch(moved.id, { status: 'todo' })
    expect(await tasksOf(kept)).toEqual([removed, started, added])
    expect(await tasksOf(merged)).toEqual([started, added, removed, started, added])
  })

  test('[DUP-3] contacts are merged alike; where very many records name one, it goes on in the background', async () => {
    const kept = await contact({ first_name: 'Ada', last_name: 'Stone', department: 'Sales' })
    const other = await contact({ first_name: 'A.', last_name: 'Stone', title: 'doctor', middle_name: 'K' })
    const links: number[] = []
    for (let index = 0; index < movedAtOnce + 15; index++) {
      const { organization_contact_id: id } = await make('organizationContacts', {
        organization: await organization(),
        contact: other,
      })
      links.push(id)
    }
    const wake = jest.spyOn(api.app.merges, 'wake')
    const { body } = await merge('contacts', kept, other, { take: ['title', 'middle_name'] })
    expect(body.state).toBe('running')
    expect(body.moved).toBe(movedAtOnce)
    expect(wake).toHaveBeenCalled()
    const done = await ended(body.merge_id)
    expect(done).toMatchObject({ state: 'done', moved: links.length })
    expect(await read('contacts', kept)).toMatchObject({
      name: 'Stone, Ada K',
      person_title: 'Dr',
      department: 'Sales',
    })
    expect((await read('contacts', kept)).organizations_contacts).toEqual(links)
    await undo(body.merge_id)
    expect(await ended(body.merge_id)).toMatchObject({ state: 'undone', moved: 0, kept_back: [] })
    expect(await read('contacts', kept)).toMatchObject({ name: 'Stone, Ada', organizations_contacts: [] })
    expect(await read('contacts', other)).toMatchObject({ organizations_contacts: links })
  })

  test('[DUP-3, DUP-5] links in the trash stay apart, so that what took them there comes back, and so does a second merge', async () => {
    const restore = (path: string) => api.asBroker('POST', `${path}restore/`)
    const there = contract.organizations.path
    const firm = await organization()
    const [one, two] = [await contact(), await contact()]
    const [keptLink, otherLink] = [
      await make('organizationContacts', { organization: firm, contact: one }),
      await make('organizationContacts', { organization: firm, contact: two }),
    ].map((link) => link.organization_contact_id)
    await api.asBroker('DELETE', `${there}${firm}/`)
    const { merge_id } = (await merge('contacts', one, two)).body
    expect((await restore(`${there}${firm}/`)).status).toBe(200)
    expect(await read('organizations', firm)).toMatchObject({ contacts: [one] })
    expect((await read('contacts', one)).organizations_contacts).toEqual([keptLink])
    expect((await undo(merge_id)).status).toBe(200)
    expect((await read('contacts', two)).organizations_contacts).toEqual([otherLink])

    const [kept, other] = [await organization(), await organization()]
    const { address_id: address } = await make('addresses')
    const { id: task } = await make('todos', { organizations: [kept, other] })
    for (const of of [kept, other]) await make('organizationAddresses', { organization: of, address })
    for (const path of [`${contract.addresses.path}${address}/`, `${contract.todos.path}${task}/`])
      expect((await api.asBroker('DELETE', path)).status).toBe(204)
    await merge('organizations', kept, other)
    for (const path of [`${contract.addresses.path}${address}/`, `${contract.todos.path}${task}/`])
      expect((await restore(path)).status).toBe(200)
    expect(await read('todos', task)).toMatchObject({ organizations: [kept] })

    // A link that one merge has left with its contact is in the trash when its organization is merged.
    const [first, second] = [await organization(), await organization()]
    const [ada, bea] = [await contact(), await contact()]
    for (const person of [ada, bea])
      for (const place of [first, second])
        await make('organizationContacts', { organization: place, contact: person })
    const people = (await merge('contacts', ada, bea)).body.merge_id
    const places = (await merge('organizations', first, second)).body.merge_id
    expect((await undo(people)).status).toBe(200)
    expect((await undo(places)).status).toBe(200)
    expect((await read('contacts', bea)).organizations_contacts).toHaveLength(2)
  })

  test('[DUP-3] neither of the two is deleted while a merge is under way; one that is in the trash already ends it', async () => {
    const [kept, other] = [await contact(), await contact()]
    for (let index = 0; index < movedAtOnce + 5; index++)
      await make('organizationContacts', { organization: await organization(), contact: other })
    const wake = jest.spyOn(api.app.merges, 'wake').mockReturnValue()
    const { body } = await merge('contacts', kept, other)
    expect(body.state).toBe('running')
    const refusal = {
      status: 409,
      body: { code: 'refused', detail: 'A merge of this record is under way. Wait until it has ended.' },
    }
    for (const id of [kept, other])
      expect(await api.asBroker('DELETE', `${contract.contacts.path}${id}/`)).toMatchObject(refusal)
    const { db } = api.database
    const trash = (deleted_at: string | null) =>
      db.updateTable('contacts').set({ deleted_at }).where('contact_id', '=', other).execute()
    await trash('2026-11-01T00:00:00.000Z')
    expect(
      await api.send('DELETE', `${contract.contacts.path}trash/${other}/`, { token: team }),
    ).toMatchObject(refusal)
    wake.mockRestore()
    api.app.merges.wake()
    expect(await ended(body.merge_id)).toMatchObject({ state: 'done', moved: movedAtOnce + 5 })
    expect((await read('contacts', kept)).organizations_contacts).toHaveLength(movedAtOnce + 5)
  })

  test('[VIEW-2, DUP-3] filters that name the merged record find what names the kept one, until an undo', async () => {
    const [kept, other] = [await organization(), await organization()]
    const { opportunity_id: deal } = await make('opportunities', { organizations: [other] })
    const { supplier_id: supplier } = await make('suppliers', { organization: other })
    const found = async (id: number) => [
      ...(await get<ListAnswer<Row<'opportunities'>>>(`${contract.opportunities.path}?organizations=${id}`))
        .results,
      ...(await get<ListAnswer<Row<'suppliers'>>>(`${contract.suppliers.path}?organization=${id}`)).results,
    ]
    const both = [{ opportunity_id: deal }, { supplier_id: supplier }]
    const { merge_id } = (await merge('organizations', kept, other)).body
    expect(await found(other)).toMatchObject(both)
    expect(await found(kept)).toMatchObject(both)
    await undo(merge_id)
    expect(await found(other)).toMatchObject(both)
    expect(await found(kept)).toEqual([])
  })

  test('[DUP-5] what today’s rules refuse is left as it is by an undo, and named; fields are no moved records', async () => {
    const [kept, other] = [
      await contact(),
      await contact({ date_of_birth: '1980-01-01', department: 'Sales' }),
    ]
    const place = await organization()
    await make('organizationContacts', { organization: place, contact: kept })
    await make('organizationContacts', { organization: place, contact: other, job_title: 'Buyer' })
    await make('organizationContacts', { organization: await organization(), contact: other })
    await api.database.db
      .updateTable('contacts')
      .set({ date_of_birth: '2999-01-01' })
      .where('contact_id', '=', kept)
      .execute()
    const { body } = await merge('contacts', kept, other, { take: ['date_of_birth', 'department'] })
    expect(body).toMatchObject({ state: 'done', moved: 1 })
    expect((await undo(body.merge_id)).status).toBe(200)
    const undone = await ended(body.merge_id)
    expect(undone).toMatchObject({ state: 'undone', moved: 0 })
    expect(undone.kept_back).toMatchObject([{ record: kept, field: 'date_of_birth' }])
    expect(await read('contacts', kept)).toMatchObject({ date_of_birth: '1980-01-01', department: null })
  })

  test('[DUP-3] stale versions, unknown fields, one record twice and absent ones are refused, and nothing is changed', async () => {
    const [kept, other] = [await organization(), await organization()]
    const refused = async (order: Order & { with?: number }) => {
      const { status, body } = await merge<ErrorAnswer>('organizations', kept, order.with ?? other, order)
      return [status, body.code, Object.keys(body.fields ?? {}).join()]
    }
    expect(await refused({ version: 9 })).toEqual([409, 'stale_version', ''])
    expect(await refused({ other_version: 9 })).toEqual([409, 'stale_version', ''])
    expect(await refused({ take: ['version'] })).toEqual([400, 'invalid', 'take'])
    expect(await refused({ with: kept })).toEqual([400, 'invalid', 'other'])
    const body = { other, other_version: 1 }
    const path = mergePath('organizations', kept)
    expect((await api.asBroker('POST', path, body)).body).toMatchObject({
      fields: { version: problems.required },
    })
    expect((await api.asBroker('POST', path, { ...body, other: 999_999, version: 1 })).status).toBe(404)
    expect(
      (await api.asBroker('POST', path, body, { 'if-match': `"1.organizations-${other}"` })).status,
    ).toBe(409)
    expect((await read('organizations', kept)).version).toBe(1)
    const [done, again] = [
      await api.asBroker<Merge>('POST', path, body, { 'if-match': '"1"', 'idempotency-key': 'merge-once' }),
      await api.asBroker<Merge>('POST', path, body, { 'if-match': '"1"', 'idempotency-key': 'merge-once' }),
    ]
    expect([done.status, again.body.merge_id]).toEqual([201, done.body.merge_id])
  })

  test('[DUP-5] an undo needs both records as they are left; after seven days a merge is forgotten', async () => {
    const [kept, other, last] = [await contact(), await contact(), await contact()]
    const { merge_id: first } = (await merge('contacts', other, kept)).body
    const { merge_id: second } = (await merge('contacts', last, other)).body
    // The first one leads to where the second one went.
    expect((await api.asBroker('GET', `${contract.contacts.path}${kept}/`)).body).toMatchObject({
      current: { contact_id: last },
    })
    expect((await undo<ErrorAnswer>(first)).body).toMatchObject({
      code: 'refused',
      detail: 'The contact that was kept is in the trash. Restore that first.',
    })
    await api.asBroker('POST', `${contract.contacts.path}${other}/restore/`)
    expect((await undo<ErrorAnswer>(second)).body.detail).toBe(
      'The merged contact was restored or deleted for good meanwhile.',
    )
    expect((await undo<ErrorAnswer>(999_999)).status).toBe(404)
    const listed = async () =>
      (await get<ListAnswer<Merge>>(`${mergesPath}?resource=contacts&limit=2`)).results.map(
        ({ merge_id: id }) => id,
      )
    expect(await listed()).toEqual([second, first])
    const { db } = api.database
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString()
    await db.updateTable('merges').set({ created_at: old }).where('merge_id', '=', first).execute()
    expect((await undo<ErrorAnswer>(first)).body.detail).toBe('It can be taken back for 7 days only.')
    await deleteOldMerges(api.database)
    expect(await listed()).not.toContain(first)
    expect(
      await anyTable(db).selectFrom('merge_records').select('place').where('merge_id', '=', first).execute(),
    ).toEqual([])
  })
})

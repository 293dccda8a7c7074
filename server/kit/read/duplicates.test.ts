import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { DuplicatesAnswer } from '../../../src/contract/answers'
import type { Row } from '../../../src/contract'
import { startApi, type TestApi } from '../../testing/api'
import { recordMaker, type MakeRecord } from '../../testing/records'
import { contacts } from '../../resources/contacts'
import { organizations } from '../../resources/organizations'
import { anyTable } from '../context'
import { rebuildSearchTexts } from '../../resources/rebuildSearchTexts'
import { duplicatesBy } from './duplicates'

let api: TestApi
let make: MakeRecord
beforeAll(async () => {
  api = await startApi()
  make = recordMaker(api)
})
afterAll(() => api.close())

const ask = <N extends 'contacts' | 'organizations'>(resource: N, given: Readonly<Record<string, string>>) =>
  api.asBroker<DuplicatesAnswer<Row<N>> & { detail: string }>(
    'GET',
    `/api/mpg/${resource}/duplicates/?${new URLSearchParams(given).toString()}`,
  )
const found = async (resource: 'contacts' | 'organizations', given: Readonly<Record<string, string>>) =>
  Object.fromEntries((await ask(resource, given)).body.matches.map(({ by, ids }) => [by, ids]))

describe('[K15] a contact that is there already', () => {
  const contact = async (body: Parameters<typeof make<'contacts'>>[1]) =>
    (await make('contacts', body)).contact_id

  test('is found by any of its emails in any case, as they would be stored', async () => {
    const home = await contact({ personal_email: 'Dup@x.example' })
    const works = await contact({})
    const { organization_id: organization } = await make('organizations')
    await make('organizationContacts', { organization, contact: works, work_email: 'dup@X.example' })
    const ended = await make('organizationContacts', {
      organization: (await make('organizations')).organization_id,
      contact: works,
      work_email: 'former@x.example',
      employment_status: 'expired',
    })
    for (const email of [
      'DUP@X.EXAMPLE',
      ' dup@x.example ',
      'du\u200Bp@x.example\u00A0',
      '\uFEFFdup@x.example',
    ])
      expect(await found('contacts', { personal_email: email, work_email: email })).toEqual({
        personal_email: [home, works],
        work_email: [home, works],
      })
    expect(await found('contacts', { work_email: 'Former@x.example' })).toEqual({ work_email: [works] })
    expect(await found('contacts', { personal_email: 'dup@x.example', exclude: String(home) })).toEqual({
      personal_email: [works],
    })
    for (const email of ['up@x.example', 'dup@x.exampl', 'dup', '%', ''])
      expect(await found('contacts', { personal_email: email })).toEqual({})

    // What waits in the trash is not offered: neither the contact nor an email of a link.
    await api.asBroker('DELETE', `/api/mpg/contacts/${home}/`)
    await api.asBroker('DELETE', `/api/mpg/organization-contacts/${ended.organization_contact_id}/`)
    expect(
      await found('contacts', { personal_email: 'dup@x.example', work_email: 'former@x.example' }),
    ).toEqual({
      personal_email: [works],
    })
    await api.asBroker('POST', `/api/mpg/contacts/${home}/restore/`)
    expect(await found('contacts', { personal_email: 'dup@x.example' })).toEqual({
      personal_email: [home, works],
    })
  })

  test('is found by first and last name at the same organization, whatever their case, accents and marks', async () => {
    const { organization_id: here } = await make('organizations')
    const { organization_id: there } = await make('organizations')
    const one = await contact({ first_name: 'Zoë', middle_name: 'Kim', last_name: "O'Brien-Smith" })
    const link = await make('organizationContacts', { organization: here, contact: one })
    const names = [
      { first_name: 'ZOE', last_name: 'o’brien smith' },
      { first_name: ' zoe\u0308 ', last_name: 'OBrien‑Smith' },
    ]
    for (const name of names) {
      expect(await found('contacts', { ...name, organizations: `${here}` })).toEqual({ name: [one] })
      expect(await found('contacts', { ...name, organizations: `${there},${here}` })).toEqual({ name: [one] })
      expect(await found('contacts', { ...name, organizations: `${there}` })).toEqual({})
      // Where it works is not said: anywhere.
      expect(await found('contacts', name)).toEqual({ name: [one] })
    }
    for (const name of [
      { first_name: 'Zoe' },
      { last_name: "O'Brien-Smith" },
      { first_name: 'Zoe O', last_name: 'Brien-Smith' },
      { first_name: 'Zo', last_name: "O'Brien-Smith" },
    ])
      expect(await found('contacts', name)).toEqual({})
    await api.asBroker('PATCH', `/api/mpg/contacts/${one}/`, { last_name: 'Marsh' })
    expect(await found('contacts', { ...names[0], organizations: `${here}` })).toEqual({})
    const marsh = { first_name: 'Zoe', last_name: 'Marsh', organizations: `${here}` }
    expect(await found('contacts', marsh)).toEqual({ name: [one] })
    await api.asBroker('DELETE', `/api/mpg/organization-contacts/${link.organization_contact_id}/`)
    expect(await found('contacts', marsh)).toEqual({})
  })

  test('is told with those before it, and how many there are', async () => {
    const ids: number[] = []
    for (let some = 0; some < 5; some++)
      ids.push(await contact({ first_name: 'Ida', last_name: 'Many', personal_email: 'ida@many.example' }))
    const { body } = await ask('contacts', {
      first_name: 'ida',
      last_name: 'MANY',
      personal_email: 'ida@many.example',
    })
    expect(body.matches).toEqual([
      { by: 'name', count: 5, ids: ids.slice(0, 3) },
      { by: 'personal_email', count: 5, ids: ids.slice(0, 3) },
    ])
    expect(body.count).toBe(3)
    expect(body.results.map(({ contact_id, name }) => [contact_id, name])).toEqual(
      ids.slice(0, 3).map((id) => [id, 'Many, Ida']),
    )
  })
})

test('[K15] an organization is found by its name in other letters, and by the digits of its numbers', async () => {
  const organization = async (body: Parameters<typeof make<'organizations'>>[1]) =>
    (await make('organizations', body)).organization_id
  const acme = await organization({ name: 'ACME, Inc.', tax_id: '98-1785079', duns_number: '00-123-4567' })
  const other = await organization({ name: 'Çelik & Söhne', tax_id: '55 1234 567', bin_number: '700100' })
  for (const name of ['Acme Inc', 'acme,inc', ' A.C.M.E.  INC ', 'ACME Inc.\u200B'])
    expect(await found('organizations', { name })).toEqual({ name: [acme] })
  expect(await found('organizations', { name: 'CELIK / SOHNE' })).toEqual({ name: [other] })
  for (const tax_id of ['981785079', '98 178 50 79', '98‑1785079', '９８1785079'])
    expect(await found('organizations', { tax_id })).toEqual({ tax_id: [acme] })
  expect(
    await found('organizations', {
      name: 'Acme',
      tax_id: '551234567',
      duns_number: '001234567',
      bin_number: '7-00100',
    }),
  ).toEqual({ tax_id: [other], duns_number: [acme], bin_number: [other] })
  // Numbers without a digit say nothing.
  await organization({ name: 'Third', tax_id: 'n/a' })
  expect(await found('organizations', { tax_id: 'n/a', duns_number: '01234567', name: '!' })).toEqual({})
  expect(await found('organizations', { name: 'acme inc', tax_id: '981785079', exclude: `${acme}` })).toEqual(
    {},
  )
  await api.asBroker('DELETE', `/api/mpg/organizations/${acme}/`)
  expect(await found('organizations', { name: 'acme inc', tax_id: '981785079' })).toEqual({})
})

test('[K15] nothing is asked without a session, by names that are none, or by what is no id', async () => {
  expect((await api.send('GET', '/api/mpg/contacts/duplicates/?first_name=a')).status).toBe(401)
  expect((await ask('contacts', {})).body).toEqual({ count: 0, results: [], matches: [] })
  for (const given of [{ email: 'x' }, { exclude: 'x' }, { organizations: '1,x' }])
    expect((await ask('contacts', given)).status).toBe(400)
})

test('[K15] what an earlier version has stored is found, too', async () => {
  const { contact_id } = await make('contacts', { first_name: 'Old', last_name: 'Row' })
  const { organization_id } = await make('organizations', { name: 'Old Row, Ltd', tax_id: '77-7777777' })
  const { db } = api.database
  await db
    .updateTable('contacts')
    .set({ name_match: sql`null` })
    .execute()
  await db
    .updateTable('organizations')
    .set({ name_match: sql`null`, tax_id_match: sql`null` })
    .execute()
  await db
    .insertInto('refolds')
    .values([{ resource: 'contacts' }, { resource: 'organizations' }])
    .execute()
  const asked = async () => [
    await found('contacts', { first_name: 'old', last_name: 'row' }),
    await found('organizations', { name: 'old row ltd', tax_id: '777777777' }),
  ]
  expect(await asked()).toEqual([{}, {}])
  await rebuildSearchTexts(api.database)
  expect(await asked()).toEqual([
    { name: [contact_id] },
    { name: [organization_id], tax_id: [organization_id] },
  ])
})

describe('[K15] among 5,000 records', () => {
  beforeAll(async () => {
    const { db, dialect } = api.database
    const numbers = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)`
    const [contact] = await anyTable(db).selectFrom('contacts').selectAll().limit(1).execute()
    const [organization] = await anyTable(db).selectFrom('organizations').selectAll().limit(1).execute()
    const copies = async (
      table: string,
      row: object,
      changed: Readonly<Record<string, RawBuilder<unknown>>>,
    ) => {
      const columns = Object.keys(row).filter(
        (name) => !(name in changed) && !/^(contact_id|organization_id|mail_key)$/.test(name),
      )
      const all = [...columns, ...Object.keys(changed)].map((name) => sql.ref(name))
      const values = [...columns.map((name) => sql.ref(name)), ...Object.values(changed)]
      await sql`insert into ${sql.table(table)} (${sql.join(all)})
        ${numbers} select ${sql.join(values)} from n, (select * from ${sql.table(table)} limit 1) as row`.execute(
        db,
      )
    }
    const numbered = (text: string) => sql`${sql.lit(text)} || i`
    await copies('contacts', contact ?? {}, {
      personal_email: numbered('mail@x.'),
      name_match: numbered('many person'),
      deleted_at: sql`null`,
    })
    await copies('organizations', organization ?? {}, {
      name_match: numbered('many'),
      tax_id_match: numbered('9'),
      deleted_at: sql`null`,
    })
    await sql`insert into organization_contacts (organization, contact, employment_status, work_email, search, version, created_at, modified_at)
      select ${organization?.['organization_id']}, contact_id, 'active', personal_email, '', 1, created_at, created_at
      from contacts where name_match like 'many%' on conflict do nothing`.execute(db)
    await dialect.bulkLoad.analyze(db)
  })

  test.each([
    ['contacts', 'name', { first_name: 'Many', last_name: 'Person7' }],
    ['contacts', 'personal_email', { personal_email: 'mail@x.7' }],
    ['contacts', 'work_email', { work_email: 'mail@x.7' }],
    ['organizations', 'name', { name: 'Many7' }],
    ['organizations', 'tax_id', { tax_id: '97' }],
    ['organizations', 'duns_number', { duns_number: '97' }],
    ['organizations', 'bin_number', { bin_number: '97' }],
  ] as const)('%s are found by %s without reading the whole table', async (resource, by, given) => {
    const { db, dialect } = api.database
    const [organization] = await db.selectFrom('organizations').select('organization_id').limit(1).execute()
    const narrowed =
      by === 'name' && resource === 'contacts' ? { organizations: [organization?.organization_id] } : {}
    const selection = duplicatesBy(db, dialect, { contacts, organizations }[resource], {
      by,
      given: { ...given, ...narrowed },
      exclude: 1,
      reader: 1,
    })
    const { sql: text, parameters } = selection?.compile() ?? { sql: '', parameters: [] }
    const plan = dialect.kind === 'sqlite' ? `explain query plan ${text}` : `explain ${text}`
    const { rows } = await db.executeQuery<Record<string, unknown>>({
      ...sql``.compile(db),
      sql: plan,
      parameters,
    })
    const lines = rows.map((row) => String(row['detail'] ?? row['QUERY PLAN']))
    expect(lines.join('\n')).toMatch(/index/i)
    expect(
      lines.filter((line) =>
        /Seq Scan|SCAN (contacts|organizations|organization_contacts|link)\b/.test(line),
      ),
    ).toEqual([])
  })
})

import { startApi, type TestApi } from '../testing/api'
import { recordMaker } from '../testing/records'
import { chunks } from '../kit/chunks'
import { anyTable } from '../kit/context'
import { resourceOf } from '../kit/registry'
import { rebuildSearchTexts } from './rebuildSearchTexts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** Texts as an earlier version left them, with the mark of the migration. */
const leaveAsBefore = async (resource: 'contacts' | 'organizations', texts: Record<number, string>) => {
  const { table, contract } = resourceOf(resource)
  const { db } = api.database
  for (const [id, search] of Object.entries(texts))
    await anyTable(db).updateTable(table).set({ search }).where(contract.idField, '=', Number(id)).execute()
  await db.insertInto('refolds').values({ resource }).execute()
}
const countOf = async (list: string, q: string) =>
  (await api.asBroker<{ count: number }>('GET', `/api/mpg/${list}/?limit=1&q=${encodeURIComponent(q)}`)).body
    .count

test('[K3] what an earlier version has folded is folded anew before anything is served, however much it is', async () => {
  const make = recordMaker(api)
  const { organization_id: organization } = await make('organizations', {
    name: '3M – East',
    tax_id: '98-1785079',
    state: 'TX',
  })
  const contacts: Record<number, string> = {}
  for (let index = 0; index < 3; index++) {
    const { contact_id } = await make('contacts', { first_name: 'Zoë', last_name: 'O’Neil' })
    contacts[contact_id] = 'o’neil, zoe'
  }
  // More than one transaction handles.
  const table = anyTable(api.database.db)
  const [row = {}] = await table
    .selectFrom('contacts')
    .selectAll()
    .where('last_name', '=', 'O’Neil')
    .execute()
  const copied = Object.fromEntries(
    Object.entries(row).filter(([column]) => column !== 'contact_id' && column !== 'mail_key'),
  )
  for (let some = 0; some < 12; some++)
    await table
      .insertInto('contacts')
      .values(Array.from({ length: 100 }, () => ({ ...copied, search: 'o’neil, zoe' })))
      .execute()
  await leaveAsBefore('contacts', contacts)
  await leaveAsBefore('organizations', { [organization]: '3m – east\n98-1785079' })
  expect([await countOf('contacts', "O'Neil"), await countOf('organizations', '981785079')]).toEqual([0, 0])

  await rebuildSearchTexts(api.database)
  expect([
    await countOf('contacts', "O'Neil"),
    await countOf('contacts', 'neil zoe'),
    await countOf('organizations', '981785079'),
    await countOf('organizations', '3M - East'),
    await api.database.db.selectFrom('refolds').selectAll().execute(),
  ]).toEqual([1_203, 1_203, 1, 1, []])
})

test('[K3] entries of address books are folded anew with the rest', async () => {
  const { db } = api.database
  const { id: user } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  const entries = Array.from({ length: 501 }, (_, index) => `${index}@example.com`).map((email) => ({
    user,
    email,
    mail_key: email,
    first_name: 'Zoë',
    last_name: 'O’Neil',
    search: `zoe o’neil ${email}`,
  }))
  for (const some of chunks(entries, 100))
    await db
      .insertInto('mail_contacts')
      .values([...some])
      .execute()
  await db.insertInto('refolds').values({ resource: 'mail_contacts' }).execute()

  await rebuildSearchTexts(api.database)
  const folded = await db.selectFrom('mail_contacts').select('search').orderBy('id').execute()
  expect([folded.at(0), folded.at(-1), folded.length]).toEqual([
    { search: "zoe o'neil 0@example.com" },
    { search: "zoe o'neil 500@example.com" },
    501,
  ])
  expect(await db.selectFrom('refolds').selectAll().execute()).toEqual([])
})

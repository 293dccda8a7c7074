import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { sourceNames as shipped } from '../db/migrations/001-baseline/sourceNames'
import { startApi, type TestApi } from '../testing/api'
import { knownSourceName } from './sourceNames'

type List = ListAnswer<Row<'sourceNames'>>

const path = '/api/mpg/source-names/'
const csv = { 'content-type': 'text/csv' }

let api: TestApi
let team: string
beforeAll(async () => {
  api = await startApi()
  team = (await api.signIn('team')).access
})
afterAll(() => api.close())

const read = async () => (await api.asBroker<List>('GET', `${path}?limit=9999999`)).body
const namesOf = ({ results }: List) => results.map(({ name }) => name)
const replace = (body: unknown, headers = {}) => api.send<List>('PUT', path, { token: team, body, headers })
const refusal = async (body: unknown, headers = {}) => {
  const answer = await api.send('PUT', path, { token: team, body, headers })
  return [answer.status, answer.body.fields]
}

test('[OPN-9] a new installation has some eighty names, for all users to read', async () => {
  const list = await read()
  expect(list.count).toBe(80)
  expect(namesOf(list)).toEqual([...shipped].sort())
  const [first] = list.results
  expect((await api.asBroker('GET', `${path}${first?.source_name_id}/`)).body).toEqual(first)
  expect(namesOf((await api.asBroker<List>('GET', `${path}?q=KESTREL`)).body)).toHaveLength(4)
})

test("[OPN-9] only the provider's team replaces the list", async () => {
  const customer = (await api.signIn('customer')).access
  for (const token of [customer, (await api.signIn('broker')).access]) {
    const answer = await api.send('PUT', path, { token, body: { names: ['Mine'] } })
    expect([answer.status, answer.body.code]).toEqual([409, 'refused'])
  }
  expect((await read()).count).toBe(80)
  expect((await api.send('POST', path, { token: team, body: { name: 'One more' } })).status).toBe(405)
})

test('[OPN-9] names that stay keep their ids; the answer is the new list', async () => {
  const before = await read()
  const kept = before.results[3]
  const answer = await replace({
    names: ['  Zeta   Brokers ', kept?.name, 'zeta brokers', '', 'Éclair Advisors'],
  })
  expect(answer.status).toBe(200)
  expect(namesOf(answer.body)).toEqual([kept?.name, 'Éclair Advisors', 'Zeta Brokers'])
  expect(answer.body.results[0]).toEqual(kept)
  expect(await read()).toEqual(answer.body)
  expect(namesOf((await api.asBroker<List>('GET', `${path}?q=eclair`)).body)).toEqual(['Éclair Advisors'])
})

test('[OPN-9] another spelling of a name takes its place', async () => {
  await replace({ names: ['Quillbourne', 'Sorrel'] })
  expect(namesOf((await replace({ names: ['QUILLBOURNE', 'Sorrel'] })).body)).toEqual([
    'QUILLBOURNE',
    'Sorrel',
  ])
})

test.each([
  ['one column', 'Alder\nBirch\n', ['Alder', 'Birch']],
  ['a heading', 'Name\r\nAlder\r\nBirch\r\n', ['Alder', 'Birch']],
  ['a byte order mark', '\ufeffname\nAlder', ['Alder']],
  [
    'several columns',
    'id,name,note\n1,Alder,x\n2,"Birch, Reed ""& Co""",\n',
    ['Alder', 'Birch, Reed "& Co"'],
  ],
  ['blank lines and doubles', '\n\nAlder\n  \nALDER\n"",\nalder\n', ['Alder']],
  ['a line end in a name', '"Alder\nand Birch"', ['Alder and Birch']],
])('[OPN-9] a CSV file with %s is read', async (_what, text, names) => {
  const answer = await replace(text, csv)
  expect([answer.status, namesOf(answer.body)]).toEqual([200, names])
})

test.each([
  ['Alder\nBirch, Reed\n', 'line 2: Too many values; a name with a comma has to stand in quotes.'],
  ['name,note\nAlder,x,y', 'line 2: Too many values; a name with a comma has to stand in quotes.'],
  ['Alder\nBirch "Reed"', 'line 2: A value that holds quotes has to stand in quotes.'],
  ['Alder\n\n"Birch', 'line 3: A quote is not closed.'],
  [`Alder\n${'x'.repeat(256)}`, 'line 2: At most 255 characters.'],
  ['name\n\n', 'Send at least one name.'],
  ['\n', 'Send at least one name.'],
])('[OPN-9] the CSV file %j is refused and changes nothing', async (text, why) => {
  const before = await read()
  expect(await refusal(text, csv)).toEqual([400, { names: why }])
  expect(await read()).toEqual(before)
})

test.each([
  ['name;fee\nAlpha;1\nBeta;2', ['Alpha', 'Beta']],
  ['Source Name\nAlpha\nBeta', ['Alpha', 'Beta']],
  ['Fee\tSOURCE\n1\tAlpha\n2\tBeta', ['Alpha', 'Beta']],
  ['Makler;Satz\nAlpha;1,5\nBeta;2', ['Alpha', 'Beta']],
  ['7|Alpha\n8|Beta', ['Alpha', 'Beta']],
  ['"Alpha, Inc";x\r"Beta; Co";y', ['Alpha, Inc', 'Beta; Co']],
])('[K12] of the file %j the names are read', async (text, names) => {
  expect(namesOf((await replace(text, csv)).body)).toEqual(names)
})

const send = async (bytes: Buffer, query = '') => {
  const response = await fetch(api.url + path + query, {
    method: 'PUT',
    headers: { ...csv, authorization: `Bearer ${team}` },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const utf16 = Buffer.from('name\r\nÉclair Ω', 'utf16le')

test.each([
  ['Windows-1252', Buffer.from('name\n\xc9clair \x80', 'latin1'), 'Éclair €'],
  ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 'Éclair Ω'],
  ['UTF-16 without one', utf16, 'Éclair Ω'],
  ['UTF-16, the high byte first', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]).swap16(), 'Éclair Ω'],
])('[K12] a file in %s is read', async (_encoding, bytes, name) => {
  const { status, body } = await send(bytes)
  expect([status, namesOf(body as unknown as List)]).toEqual([200, [name]])
})

test.each([
  ['a spreadsheet', Buffer.from('PK\u0003\u0004\0\0name')],
  ['a page', Buffer.from('<html><body>Alder</body></html>')],
  ['numbers', Buffer.from('1;2\n3;4\n5;6')],
  ['JSON', Buffer.from('{"names": ["Alder"]}')],
])('[K12] %s is refused with a reason', async (_what, bytes) => {
  const { status, body } = await send(bytes)
  expect([status, body['fields']]).toEqual([
    400,
    { names: 'This is no list of names. Save the list as a CSV file, one name to a line.' },
  ])
})

test('[K12] a dry run tells what would change, and changes nothing', async () => {
  await replace({ names: ['Alder', 'Birch'] })
  const { body } = await send(Buffer.from('Name;Fee\nBirch;1\nCedar;2'), '?dry_run=true')
  expect(body).toEqual({
    names: ['Birch', 'Cedar'],
    added: ['Cedar'],
    gone: ['Alder'],
    kept: 1,
    notes: ['The first line is a heading: Name.', 'Left out: Fee.'],
  })
  expect(namesOf(await read())).toEqual(['Alder', 'Birch'])
  expect((await send(Buffer.from('Alder'), '?dry_run=perhaps')).status).toBe(400)
})

test('[K12] the list that was replaced last can be brought back, and the other one again', async () => {
  const replaced = `${path}replaced/`
  await replace({ names: ['Alder', 'Birch'] })
  await replace({ names: ['name;fee'] })
  await replace({ names: ['name;fee'] })
  expect((await api.asBroker<{ count: number }>('GET', replaced)).body.count).toBe(2)
  const undo = () => api.send<List>('POST', replaced, { token: team })
  expect(namesOf((await undo()).body)).toEqual(['Alder', 'Birch'])
  expect(namesOf((await undo()).body)).toEqual(['name;fee'])
  expect((await api.asBroker('POST', replaced)).status).toBe(409)
})

test.each([
  [{}, 'Send a list of names.'],
  [{ names: 'Alder' }, 'Send a list of names.'],
  [{ names: [] }, 'Send at least one name.'],
  [{ names: [' '] }, 'Send at least one name.'],
  [{ names: ['Alder', 7] }, 'entry 2: Enter text.'],
  [{ names: ['Alder', 'a\u0000b'] }, 'entry 2: Contains characters that cannot be stored.'],
  [{ names: ['x'.repeat(256)] }, 'entry 1: At most 255 characters.'],
])('[OPN-9] %j is refused', async (body, why) => {
  expect(await refusal(body)).toEqual([400, { names: why }])
})

test('[OPN-9] a list holds up to 5000 names', async () => {
  const names = Array.from({ length: 5_001 }, (_, index) => `Broker ${index}`)
  expect(await refusal({ names })).toEqual([400, { names: 'At most 5000 names.' }])
  const answer = await replace({ names: names.slice(1) })
  expect([answer.status, answer.body.count]).toEqual([200, 5_000])
  expect((await replace({ names: ['Alder'] })).body.count).toBe(1)
})

test('[OPN-9] of lists sent at once one stands whole', async () => {
  const lists = Array.from({ length: 6 }, (_, list) => [`Shared`, `A of ${list}`, `B of ${list}`])
  const answers = await Promise.all(lists.map((names) => replace({ names })))
  expect(answers.map(({ status }) => status)).toEqual(lists.map(() => 200))
  expect(lists.map((names) => names.toSorted())).toContainEqual(namesOf(await read()).toSorted())
})

test('[OPN-9, TRUST-38] what left and what joined the list is audited', async () => {
  await replace({ names: ['Alder', 'Birch'] })
  await replace({ names: ['Birch', 'Cedar'] })
  const row = await api.database.db
    .selectFrom('audit')
    .selectAll()
    .where('resource', '=', 'sourceNames')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ action: 'replace', before: '["Alder"]', after: '["Cedar"]' })
  expect(row.actor).not.toBeNull()
})

test('[OPN-9] a name is known whatever its case, and as the list spells it', async () => {
  await replace({ names: ['Éclair Advisors'] })
  expect(await knownSourceName(api.database, 'ECLAIR advisors')).toBe('Éclair Advisors')
  expect(await knownSourceName(api.database, 'Eclair')).toBeUndefined()
})

test('no other route takes a CSV file', async () => {
  const answer = await api.send('POST', '/api/mpg/tag/', { token: team, body: 'a,b', headers: csv })
  expect(answer.status).toBe(415)
})

import { sql } from 'kysely'
import { contract, targetOf, type ResourceName, type Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { isRelation, type Field, type Resource } from '../../../src/contract/fields'
import { messageRequest } from '../../../src/contract/mail'
import { startApi, type TestApi } from '../../testing/api'
import { formBody, formType } from '../../testing/forms'
import { recordMaker, type MakeRecord } from '../../testing/records'
import { anyTable } from '../context'
import { fold } from '../fold'
import { resourceOf } from '../registry'
import { inOrder as pageInOrder, keyColumn } from './order'

type Shown = Record<string, unknown>

let api: TestApi
beforeAll(async () => {
  api = await startApi()
  await fillLists(recordMaker(api))
})
afterAll(() => api.close())

/** Words repeat, and every seventh record has none where that is allowed. */
const words = ['Élan', 'elan', 'Zebra', 'aardvark', 'Ärger', 'zebra crossing', 'élan']
const word = (index: number, step = 1) => words[(index * step) % words.length] ?? ''
const maybe = <T>(index: number, value: T) => (index % 3 === 1 ? null : value)
const range = (length: number) => Array.from({ length }, (_, index) => index)
const at = <T>(items: readonly T[], index: number): T => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

/** A few records in every list, with ties, gaps, accents and ended links. */
async function fillLists(make: MakeRecord): Promise<void> {
  const each = async <T>(length: number, makeOne: (index: number) => Promise<T>) => {
    const made: T[] = []
    for (const index of range(length)) made.push(await makeOne(index))
    return made
  }
  const users = (await api.asBroker<ListAnswer<Row<'users'>>>('GET', '/api/users/')).body.results
  const tags = await each(5, (index) =>
    make('tags', {
      name: `${word(index)} ${index % 2}`,
      color: `#${index % 2}bc`,
      description: word(index, 3),
    }),
  )
  await each(4, (index) => make('teams', { name: `${word(index, 3)} ${index}` }))
  // Made by another user than the one who lists them.
  await each(4, (index) => make('messageTemplates', { name: word(index, 3), is_shared: true }))
  const utilities = await each(3, (index) => make('utilities', { name: `${word(index, 2)} Gas` }))
  const services = await each(8, (index) =>
    make('utilityStates', {
      enrollment_rule: 'days_before',
      enrollment_days: 10 + (index % 3),
      name: word(index, 3),
      status: index % 3 === 0 ? 'inactive' : 'active',
      utility: at(utilities, index).utility_id,
      state: 51 - (index % 4) * 11,
    }),
  )
  const organizations = await each(9, (index) =>
    make('organizations', {
      name: word(index, 3),
      tax_id: maybe(index, `${index % 4}2-1`),
      duns_number: maybe(index + 1, `00${index % 3}`),
      bin_number: maybe(index + 2, String(index % 5)),
      zoominfo_id: maybe(index, `z${index % 2}`),
      // An organization's own address may be incomplete.
      address_street: index % 4 === 0 ? '' : word(index, 5),
      city: word(index, 2),
      zip_code: index % 4 === 1 ? '' : `7700${index % 3}`,
      state: at(['TX', 'OH', 'ME'], index),
    }),
  )
  const organizationAt = (index: number) => at(organizations, index).organization_id
  const contacts = await each(10, (index) =>
    make('contacts', {
      first_name: word(index, 2),
      last_name: word(index, 4),
      middle_name: maybe(index, 'M'),
      personal_email: maybe(index, `${index % 4}@home.example`),
      personal_mobile: maybe(index + 1, `312-555-010${index % 3}`),
    }),
  )
  await each(18, (index) =>
    make('organizationContacts', {
      organization: organizationAt(index),
      contact: at(contacts, index % 7).contact_id,
      employment_status: index % 4 === 0 ? 'expired' : 'active',
      job_title: maybe(index, word(index, 5)),
    }),
  )
  const addresses = await each(4, (index) => make('addresses', { address_street: word(index, 6) }))
  await each(6, (index) =>
    make('organizationAddresses', {
      organization: organizationAt(index),
      address: at(addresses, index % 3).address_id,
      property_status: index % 2 === 0 ? 'expired' : 'active',
    }),
  )
  const opportunities = await each(9, (index) =>
    make('opportunities', {
      opportunity_name: word(index, 2),
      sales_represented: maybe(index, word(index, 3)),
      sales_annual_volume_manual: maybe(index + 1, (index % 4) * 1000.5),
      pricing_due_date: maybe(index, index % 2 === 0 ? '2027-01-31' : `2027-01-${10 + index}T15:00:00Z`),
      tags: index % 4 === 0 ? [] : [at(tags, index).tag_id, at(tags, index * 2 + 1).tag_id],
    }),
  )
  const bids = await each(14, (index) =>
    make('bids', {
      name: maybe(index, word(index, 5)),
      opportunity: at(opportunities, index * 2).opportunity_id,
      legal_entity: organizationAt(index * 4),
      utility_state: at(services, index).utility_state_id,
      supplier: index % 2 === 0 ? 'direct' : 'utility',
      annual_volume: maybe(index + 2, (index % 5) * 99.5),
      terms: at([[12], [6, 24], [48, 2], [12, 36]], index),
      pricing_type: at([[3, 1], [2], [3], [1]], index),
      start_date: maybe(index, `2027-0${1 + (index % 3)}-01`),
    }),
  )
  const suppliers = await each(5, (index) =>
    make('suppliers', {
      name: `${word(index, 3)} ${index}`,
      status: index % 2 === 0 ? 'active' : 'inactive',
    }),
  )
  const curves = await each(4, (index) =>
    make('curves', { name: `${word(index, 2)} ${index}`, kind: at(['nymex', 'index', 'basis'], index) }),
  )
  await each(7, (index) =>
    make('curvePoints', {
      curve: at(curves, index % 2).curve_id,
      trade_date: `2026-11-0${1 + (index % 3)}`,
      delivery_month: `2027-0${1 + index}`,
      price: 4 + (index % 3) / 10,
    }),
  )
  await each(7, (index) =>
    make('heatContents', {
      utility: at(utilities, index).utility_id,
      valid_from: `2026-0${1 + index}-01`,
      mmbtu_per_mcf: 1 + (index % 3) / 100,
    }),
  )
  const accounts = await each(7, (index) =>
    make('utilityAccounts', {
      organization: organizationAt(index),
      utility_state: at(services, index).utility_state_id,
      account_number: `${word(index, 3)} ${index}`,
      name: maybe(index, word(index, 2)),
      rate_class: maybe(index + 1, word(index % 3)),
      status: index % 3 === 0 ? 'closed' : 'active',
      opened_on: maybe(index + 2, `2024-0${1 + (index % 2)}-01`),
      closed_on: maybe(index, `2025-0${1 + (index % 2)}-01`),
      mdq: maybe(index + 1, (index % 3) * 10.5),
      loa_expires_on: maybe(index + 2, `2027-0${1 + (index % 3)}-01`),
    }),
  )
  const meters = await each(8, (index) =>
    make('meters', {
      utility_account: at(accounts, index % 4).utility_account_id,
      meter_number: `${word(index, 5)} ${index}`,
      unit: at(['th', 'mcf', 'dth'], index),
      read_cycle: at(['monthly', 'daily'], index),
      installed_on: maybe(index, `2024-0${1 + (index % 2)}-01`),
      removed_on: maybe(index + 1, `2026-0${1 + (index % 2)}-01`),
    }),
  )
  await each(9, (index) =>
    make('billPeriods', {
      meter: at(meters, index % 3).meter_id,
      read_from: `2025-0${1 + Math.floor(index / 3)}-01`,
      read_to: `2025-0${1 + Math.floor(index / 3)}-${27 + (index % 2)}`,
      quantity: (index % 4) * 100,
    }),
  )
  await each(8, (index) =>
    make('quotes', {
      bid: at(bids, index % 3).bid_id,
      supplier: at(suppliers, index).supplier_id,
      pricing_type: 1,
      term: at([12, 24, 6], index),
      start_date: `2027-0${1 + (index % 2)}-01`,
      price: 4 + (index % 4) / 10,
      valid_until: `2099-01-0${1 + (index % 3)}T22:00:00Z`,
    }),
  )
  const contracts = await each(6, (index) =>
    make('contracts', {
      contract_number: maybe(index, `${word(index, 3)} ${index % 2}`),
      organization: organizationAt(index % 4),
      supplier: maybe(index + 1, at(suppliers, index % 3).supplier_id),
      start_date: maybe(index + 2, `2027-0${1 + (index % 2)}-01`),
      term: 12,
    }),
  )
  await each(6, (index) =>
    make('contractAccounts', {
      contract: at(contracts, index).contract_id,
      utility_account: at(accounts, index).utility_account_id,
      status: at(['pending', 'enrolled', 'dropped'], index),
    }),
  )
  await each(12, (index) =>
    make('todos', {
      name: word(index, 3),
      status: at(['todo', 'done', 'in_progress'], index),
      time_needed: `00:${10 + (index % 4) * 15}:00`,
      completed_within: index % 5,
      assignee: at(users, index).id,
      organizations: index % 3 === 0 ? [] : [organizationAt(index), organizationAt(index + 2)],
    }),
  )
  const settled = at(opportunities, 0).opportunity_id
  const entities = [0, 1, 2, 3].map(organizationAt)
  await api.asBroker('PATCH', `${contract.opportunities.path}${settled}/`, {
    organizations: { add: entities },
  })
  for (const organization of entities)
    await api.asBroker('POST', contract.creditSetups.path, { opportunity: settled, organization })
  const object_id = `contact-${at(contacts, 0).contact_id}`
  const notes = await each(5, () => make('notes', { object_id }))
  await api.asBroker('PATCH', `/api/mpg/notes/${at(notes, 1).id}/`, { description: 'Later' })
  await api.asBroker('PATCH', `/api/mpg/contacts/${at(contacts, 3).contact_id}/`, { department: 'Later' })
  await each(5, (index) =>
    api.asBroker('POST', contract.activities.path, {
      title: word(index, 3),
      description: 'Meet',
      start: 1_900_000_000 + (index % 3) * 60,
      end: 1_900_003_600 - (index % 2) * 60,
    }),
  )
  const { access } = await api.signIn()
  await each(5, (index) =>
    fetch(api.url + messageRequest.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': formType },
      body: new Uint8Array(
        formBody([
          {
            name: 'message',
            value: JSON.stringify({
              to: ['desk@elsewhere.example'],
              subject: word(index, 3),
              text: 'Hello',
            }),
          },
          { name: 'files', filename: `${word(index)}.txt`, type: 'text/plain', value: 'Steady' },
        ]),
      ),
    }),
  )
  await each(5, (index) =>
    fetch(api.url + contract.files.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': formType },
      body: new Uint8Array(
        formBody([
          { name: 'filename', value: `${word(index, 3)}.txt` },
          { name: 'object_id', value: object_id },
          { name: 'file', value: 'x'.repeat(1 + (index % 3)), filename: 'x.txt' },
        ]),
      ),
    }),
  )
}

/** The shown text of a related record, by which the list is ordered. */
const labels: Partial<Record<ResourceName, (record: Shown) => unknown>> = {
  users: ({ username }) => username,
  states: ({ name }) => name,
  tags: ({ name }) => name,
  teams: ({ name }) => name,
  utilities: ({ name }) => name,
  utilityStates: ({ utility }) => (utility as Shown)['name'],
  organizations: ({ name }) => name,
  contacts: ({ name }) => name,
  addresses: ({ address_street }) => address_street,
  opportunities: ({ opportunity_name }) => opportunity_name,
  suppliers: ({ name }) => name,
  curves: ({ name }) => name,
  utilityAccounts: ({ account_number }) => account_number,
  meters: ({ meter_number }) => meter_number,
}

/** The value that an ordering compares; null sorts last. */
function keyOf(field: Field, value: unknown): string | number | null {
  if (value === null || value === '') return null
  if (field.kind === 'text') return fold(value as string)
  if (field.kind === 'list') return Math.min(...(value as number[]))
  if (!isRelation(field)) return value as string | number
  const label = labels[targetOf(field)]
  if (!label) throw new Error(`Nothing says what is shown of ${field.to}.`)
  const shown = [value]
    .flat()
    .map((record) => fold(String(label(record as Shown))))
    .filter((text) => text !== '')
  return shown.sort()[0] ?? null
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))

function inOrder(
  resource: Resource,
  rows: readonly Shown[],
  ordering: string,
  descending: boolean,
): unknown[] {
  const field = resource.fields[ordering]
  if (!field) throw new Error(`${ordering} is no field.`)
  const sign = descending ? -1 : 1
  const sorted = [...rows].sort((a, b) => {
    const [first, second] = [keyOf(field, a[ordering]), keyOf(field, b[ordering])]
    const byKey =
      first === null || second === null
        ? Number(first === null) - Number(second === null)
        : sign * compare(first, second)
    return byKey || sign * (Number(a[resource.idField]) - Number(b[resource.idField]))
  })
  return sorted.map((row) => row[resource.idField])
}

const get = async (path: string) => (await api.asBroker<ListAnswer<Shown>>('GET', path)).body

/** Lists that all users read; profiles are private, and views of others (resources/views.test.ts). */
const lists = Object.values<Resource>(contract).filter(({ name }) => name !== 'profiles' && name !== 'views')

test.each(lists.map((resource) => [resource.name, resource] as const))(
  '[API-2, OPL-4, ADR-1] %s: every ordering, both ways, nulls and empty texts last, ties by id; all pages together hold each record once',
  async (_name, resource) => {
    const relations = resource.orderings.filter((name) => {
      const field = resource.fields[name]
      return field && isRelation(field)
    })
    const expand = relations
      .map((name) => (name === 'utility_state' ? 'utility_state.utility' : name))
      .join(',')
    const { count, results: rows } = await get(`${resource.path}?limit=999999&expand=${expand}`)
    expect(count).toBeGreaterThanOrEqual(3)
    expect(rows).toHaveLength(count)
    const size = Math.ceil(count / 3)
    for (const ordering of resource.orderings)
      for (const descending of [false, true]) {
        const wanted = descending ? `-${ordering}` : ordering
        const walked: unknown[] = []
        for (let offset = 0; offset < count; offset += size) {
          const page = await get(`${resource.path}?limit=${size}&offset=${offset}&ordering=${wanted}`)
          expect([wanted, page.count]).toEqual([wanted, count])
          walked.push(...page.results.map((row) => row[resource.idField]))
        }
        expect([wanted, walked]).toEqual([wanted, inOrder(resource, rows, ordering, descending)])
      }
    const [first] = resource.defaultOrdering.split('-').slice(-1)
    const unasked = (await get(`${resource.path}?limit=999999`)).results.map((row) => row[resource.idField])
    expect(unasked).toEqual(inOrder(resource, rows, first ?? '', resource.defaultOrdering.startsWith('-')))
  },
)

test('[API-2, ADR-1] the lists that were compared hold ties and, where they may, gaps', async () => {
  for (const [resource, name, gaps] of [
    [contract.contacts, 'current_organizations', true],
    [contract.contacts, 'personal_email', true],
    [contract.organizations, 'tax_id', true],
    [contract.opportunities, 'tags', true],
    [contract.addresses, 'address_street', true],
    [contract.organizationAddresses, 'address', true],
    [contract.bids, 'annual_volume', true],
    [contract.bids, 'legal_entity', false],
    [contract.todos, 'organizations', true],
  ] as const) {
    const field = (resource.fields as Resource['fields'])[name]
    const expand = field && isRelation(field) ? name : ''
    const { results } = await get(`${resource.path}?limit=999&expand=${expand}`)
    const keys = results.map((row) => (field ? keyOf(field, row[name]) : null))
    const filled = keys.filter((key) => key !== null)
    expect([name, keys.length > filled.length]).toEqual([name, gaps])
    expect([name, new Set(filled).size < filled.length]).toEqual([name, true])
  }
})

test('[OPL-4, TRUST-12] an ordering that a list does not have is a 400 that names it', async () => {
  for (const resource of lists)
    for (const ordering of [
      'search',
      'name_key',
      '-',
      'deleted_at',
      'created_by',
      `${resource.idField} desc`,
    ]) {
      const path = `${resource.path}?ordering=${encodeURIComponent(ordering)}`
      const answer = await api.asBroker('GET', path)
      expect([path, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([path, 400, ['ordering']])
    }
})

test('[API-2, TRUST-40] names of full length are taken and ordered, in an alphabet of many bytes, too', async () => {
  let state = 1
  const syllable = () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCodePoint(0xac00 + (state % 11_172))
  }
  const name = () => range(255).map(syllable).join('')
  const sent = { title: 'ms', first_name: name(), middle_name: name(), last_name: name() }
  const answer = await api.asBroker<Row<'contacts'>>('POST', contract.contacts.path, sent)
  expect([answer.status, answer.body]).toMatchObject([201, sent])
  const { results } = await get(`${contract.contacts.path}?ordering=-name&limit=1`)
  expect(results[0]?.['contact_id']).toBe(answer.body.contact_id)
})

/** Lists that grow with the installation, whose pages are read from an index in every order. */
const largeLists = [
  ...(['opportunities', 'bids', 'organizations', 'contacts', 'addresses'] as const),
  ...(['quotes', 'utilityAccounts', 'meters', 'billPeriods', 'contracts'] as const),
]

if (process.env['TEST_DATABASE_URL'])
  it.each(largeLists)('[API-2, GAS-8] pages of %s are read from an index in every order', async (name) => {
    const { db } = api.database
    const resource = resourceOf(name)
    const { orderings, idField } = resource.contract
    const sorted: string[] = []
    for (const ordering of orderings.flatMap((each) => [
      { name: each, descending: false },
      { name: each, descending: true },
    ])) {
      const rows = anyTable(db)
        .selectFrom(resource.table)
        .select(`${resource.table}.${idField}`)
        .where(`${resource.table}.deleted_at`, 'is', null)
      const page = pageInOrder(
        rows,
        resource,
        { ordering, limit: 10, offset: 0 },
        keyColumn(resource, ordering),
      )
      const plan = await db.transaction().execute(async (trx) => {
        // Tables of tests are small enough to be sorted.
        await sql`set local enable_sort = off`.execute(trx)
        await sql`set local enable_seqscan = off`.execute(trx)
        return trx.executeQuery<object>(sql`explain ${page}`.compile(trx))
      })
      // With an index of the first column alone, ties are sorted (Incremental Sort).
      if (/"QUERY PLAN":"\W*Sort /.test(JSON.stringify(plan.rows)))
        sorted.push(`${ordering.descending ? '-' : ''}${ordering.name}`)
    }
    expect(sorted).toEqual([])
  })

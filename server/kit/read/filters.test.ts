import fc from 'fast-check'
import { sql } from 'kysely'
import { contract, type Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import type { Field } from '../../../src/contract/fields'
import {
  filterParametersOf,
  me,
  anyDate,
  noDate,
  relativeDatesOf,
  relativeSpan,
  type FilterParameter,
  type RelativeDate,
} from '../../../src/contract/filters'
import { addDays, marketDay } from '../../../src/contract/gas/calendar'
import { resources } from '../../resources'
import { startApi, type TestApi } from '../../testing/api'
import { recordMaker } from '../../testing/records'
import { fold } from '../fold'
import { filterCondition } from './filters'

const zone = 'America/New_York'
const lists = ['opportunities', 'bids', 'organizations', 'contacts', 'addresses', 'todos'] as const
type List = (typeof lists)[number]
type Value = string | number | boolean | null
type Found = Record<string, Value | Value[]>

let api: TestApi
let today: string
let caller: number
const all: Partial<Record<List, Found[]>> = {}

beforeAll(async () => {
  api = await startApi()
  today = marketDay(new Date().toISOString(), zone)
  const make = recordMaker(api)
  const days = [-200, -40, -7, -1, 0, 1, 6, 7, 8, 30, 31, 90, 91].map((days) => addDays(today, days))
  const tags = []
  for (const name of ['Renewal', 'Hot', 'Cold']) tags.push((await make('tags', { name })).tag_id)
  const [renewal = 0, hot = 0, cold = 0] = tags
  const organizations = []
  for (const [index, body] of [
    { name: 'Élan Foods', dba: 'Elan 100%', type: 'Industrial', tax_id: '12-3456789', founding_year: 1950 },
    { name: 'Mercy', estimated_revenue: 1_000_000.5, structure: 'Corporation', number_of_locations: 3 },
    { name: 'Zinc_Works', dba: 'élan', last_verification_date: `${days[3]}T23:30:00.000Z` },
    { name: 'Straße', estimated_revenue: 0, last_verification_date: `${days[4]}T03:30:00.000Z` },
  ].entries())
    organizations.push(
      (await make('organizations', { ...body, state: index % 2 ? 'TX' : 'VT', city: index ? 'Waco' : '' }))
        .organization_id,
    )
  const [first = 0, second = 0, third = 0] = organizations
  const deals = []
  for (const [index, day] of days.entries()) {
    const moments = [day, `${day}T03:59:00.000Z`, `${day}T05:30:00.000Z`, null]
    deals.push(
      (
        await make('opportunities', {
          pricing_due_date: moments[index % 4] ?? null,
          expected_close_date: index % 3 === 0 ? null : day,
          dekatherms: index % 2 === 0,
          sales_annual_volume_manual: index === 3 ? null : index * 1000,
          estimated_annual_volume: index % 5 === 0 ? null : index * 10,
          broker_fee: index % 4 === 0 ? null : index / 100,
          broker_name: ['Quillfeather', 'quill & Söhne', null][index % 3] ?? null,
          sales_represented: ['Ames', 'Čapek', null][index % 3] ?? null,
          credit_request: index % 2 === 0 ? 'yes' : 'no',
          tags: [[renewal], [renewal, hot], [], [hot, cold]][index % 4] ?? [],
          organizations: [[first], [second, third], []][index % 3] ?? [],
        })
      ).opportunity_id,
    )
  }
  // What is in the trash counts as absent.
  await api.asBroker('DELETE', `${contract.tags.path}${cold}/`)
  await api.asBroker('DELETE', `${contract.opportunities.path}${deals[1]}/`)
  const { utility_id: utility } = await make('utilities', { name: 'Niagara Gas' })
  const { utility_state_id: utility_state } = await make('utilityStates', { utility, state: 44 })
  for (let index = 0; index < 8; index++)
    await make('bids', {
      opportunity: deals[2 + (index % 3)] ?? 0,
      legal_entity: organizations[index % 4] ?? 0,
      utility_state,
      supplier: index % 2 ? 'direct' : 'utility',
      annual_volume: index === 5 ? null : 5_000 * index,
      volume_unit: index % 3 ? 'th' : 'dth',
      terms: [[1], [12], [1, 12], [2, 21], [24, 12]][index % 5] ?? [],
      swing: [[0.1], [0.05, 1], [1]][index % 3] ?? [],
      pricing_type: ([[1], [2, 3], [3]] as const)[index % 3]?.slice() ?? [],
      start_date: index % 4 ? (days[index] ?? null) : null,
      new_renewal: ([null, 'New', 'Renewal'] as const)[index % 3] ?? null,
      site_count: index % 2 ? index : null,
    })
  for (let index = 0; index < 6; index++) {
    const { contact_id: contact } = await make('contacts', {
      title: index % 2 ? 'mr' : 'doctor',
      first_name: ['Zoë', 'Ada', 'Max'][index % 3] ?? 'Ada',
      department: ['Purchasing', null, 'Büro'][index % 3] ?? null,
      personal_mobile: index % 2 ? '312-555-0147' : null,
      date_of_birth: index % 2 ? `19${50 + index}-02-28` : null,
    })
    if (index > 1)
      await make('organizationContacts', {
        organization: organizations[index % 4] ?? 0,
        contact,
        job_title: index % 2 ? 'Buyer' : null,
        employment_status: index === 3 ? 'expired' : 'active',
      })
  }
  for (const [index, day] of days.entries())
    await make('todos', {
      start_time: index % 3 ? `${day}T12:00:00.000Z` : day,
      end_time: day,
      completed_within: 0,
      organizations: [[first], [], [first, second]][index % 3] ?? [],
      assignee: index % 2 ? 1 : null,
    })
  for (const name of lists) {
    const answer = await api.asBroker<ListAnswer<Found>>('GET', contract[name].path)
    all[name] = answer.body.results
  }
  caller = (all.opportunities?.[0]?.['created_by'] ?? 0) as number
})
afterAll(() => api.close())

const parametersOf = (name: List) =>
  [...filterParametersOf<Field>(contract[name]).values()].filter(
    ({ fieldName, operator }) =>
      operator !== 'any' || (contract[name].filterable as readonly string[]).includes(fieldName),
  )

/** An amount in the unit in which lists compare it. */
function amountOf(name: List, field: string, record: Found): number | null {
  const value = record[field] as number | null
  if (value === null) return null
  const isTherms = name === 'bids' ? record['volume_unit'] === 'th' : record['dekatherms'] === false
  if (['annual_volume', 'sales_annual_volume_manual', 'estimated_annual_volume'].includes(field))
    return isTherms ? value / 10 : value
  return field === 'broker_fee' && isTherms ? value * 10 : value
}

const dayIn = (value: string): string => (value.length > 10 ? marketDay(value, zone) : value)

/** What the filter means, on a record as the API gives it. */
function holds(
  name: List,
  { fieldName, operator }: FilterParameter<Field>,
  sent: string,
  record: Found,
): boolean {
  const value = record[fieldName]
  const values = [value].flat().filter((one) => one !== null && one !== '')
  const wanted = sent.split(',').map((part) => (part === me ? String(caller) : part))
  switch (operator) {
    case 'any':
      return values.some((one) => wanted.includes(String(one)))
    case 'all':
      return wanted.every((one) => values.map(String).includes(one))
    case 'empty':
      return (values.length === 0) === (sent === 'true')
    case 'contains':
      return typeof value === 'string' && fold(value).includes(fold(sent))
    case 'equals':
      return typeof value === 'string' && fold(value) === fold(sent)
    case 'from':
    case 'to': {
      if (value === null) return false
      const [own, bound] =
        typeof value === 'string'
          ? [dayIn(value), sent]
          : [amountOf(name, fieldName, record) ?? 0, Number(sent)]
      return operator === 'from' ? own >= bound : own <= bound
    }
    case 'is': {
      if (sent === noDate) return value === null
      if (value === null) return false
      if (sent === anyDate) return true
      const { from, to } = relativeSpan(sent as Exclude<RelativeDate, typeof anyDate | typeof noDate>, today)
      const day = dayIn(String(value))
      return (from === null || day >= from) && (to === null || day <= to)
    }
  }
}

/** Values worth asking for: those that records have, their neighbours, and one that none has. */
function valuesFor(name: List, { fieldName, field, operator }: FilterParameter<Field>): string[] {
  const held = [...new Set((all[name] ?? []).flatMap((record) => record[fieldName] ?? null))].filter(
    (value) => value !== null,
  )
  switch (operator) {
    case 'any':
    case 'all':
      if (field.kind === 'boolean') return ['true', 'false']
      if (field.kind === 'one' && field.to === 'users') return [me, String(caller)]
      if (field.kind === 'choice') return [field.options[0] ?? '', field.options.join(',')]
      return [
        String(held[0] ?? 999),
        held.slice(0, 2).join(',') || '999',
        ...(field.kind === 'list' ? [] : ['999999']),
      ]
    case 'empty':
      return ['true', 'false']
    case 'contains':
      return [
        ...held.slice(0, 2).map((text) => String(text).slice(1, 4).toUpperCase()),
        'é',
        '_',
        '%',
        'no such text',
      ]
    case 'equals':
      return [...held.slice(0, 3).map((text) => String(text).toUpperCase()), 'Quill', '%', 'no such text']
    case 'is':
      return [...relativeDatesOf(field)]
    case 'from':
    case 'to':
      return typeof held[0] === 'string' || field.kind === 'date' || field.kind === 'timestamp'
        ? [today, addDays(today, 7), ...held.slice(0, 2).map((value) => dayIn(String(value))), '2001-01-01']
        : ['-1', '0', '100.5', ...held.slice(0, 2).map(String)]
  }
}

const idsOf = (name: List, records: readonly Found[]) =>
  records.map((record) => record[contract[name].idField])

async function find(name: List, parameters: Readonly<Record<string, string>>, others = '') {
  const query = new URLSearchParams(parameters)
  const { body, status } = await api.asBroker<ListAnswer<Found>>(
    'GET',
    `${contract[name].path}?${query}${others}`,
  )
  return { status, count: body.count, ids: idsOf(name, body.results ?? []) }
}

describe.each(lists)('[VIEW-1] the list of %s', (name) => {
  test('is filtered by each parameter as by hand', async () => {
    for (const parameter of parametersOf(name))
      for (const sent of new Set(valuesFor(name, parameter))) {
        const expected = (all[name] ?? []).filter((record) => holds(name, parameter, sent, record))
        const asked = `${parameter.name}=${sent}`
        expect([asked, await find(name, { [parameter.name]: sent })]).toEqual([
          asked,
          { status: 200, count: expected.length, ids: idsOf(name, expected) },
        ])
      }
  })

  test('is filtered by several at once, in any order and on any page', async () => {
    const parameters = parametersOf(name)
    const asked = fc
      .uniqueArray(fc.constantFrom(...parameters), {
        minLength: 2,
        maxLength: 3,
        selector: (one) => one.name,
      })
      .chain((chosen) =>
        fc.record({
          sent: fc.tuple(
            ...chosen.map((parameter) =>
              fc.constantFrom(...valuesFor(name, parameter)).map((value) => [parameter, value] as const),
            ),
          ),
          ordering: fc.constantFrom(...contract[name].orderings),
          limit: fc.integer({ min: 1, max: 4 }),
          offset: fc.integer({ min: 0, max: 2 }),
        }),
      )
    await fc.assert(
      fc.asyncProperty(asked, async ({ sent, ordering, limit, offset }) => {
        const query = Object.fromEntries(sent.map(([parameter, value]) => [parameter.name, value]))
        const whole = (
          await api.asBroker<ListAnswer<Found>>('GET', `${contract[name].path}?ordering=${ordering}`)
        ).body.results
        const expected = whole.filter((record) =>
          sent.every(([parameter, value]) => holds(name, parameter, value, record)),
        )
        // What few records meet is kept when it is asked for again.
        for (let times = 0; times < 3; times++)
          expect(await find(name, query, `&ordering=${ordering}&limit=${limit}&offset=${offset}`)).toEqual({
            status: 200,
            count: expected.length,
            ids: idsOf(name, expected.slice(offset, offset + limit)),
          })
      }),
      { numRuns: 25 },
    )
  })

  test('has an index with every column that its filters read', async () => {
    const resource = resources[name]
    const { db, dialect } = api.database
    const index = `${resource.table}_filters`
    const { rows } = await (
      dialect.kind === 'sqlite'
        ? sql<{ text: string }>`select sql as text from sqlite_master where name = ${index}`
        : sql<{ text: string }>`select indexdef as text from pg_indexes where indexname = ${index}`
    ).execute(db)
    const [, columns = ''] = /\((.*)\)/.exec(rows[0]?.text ?? '') ?? []
    const read = parametersOf(name).flatMap((parameter) => {
      const values = [parameter.operator === 'empty' ? true : (valuesFor(name, parameter)[0] ?? '')]
      if (parameter.operator === 'is') return []
      const filter = { field: parameter.fieldName, operator: parameter.operator, values }
      // PostgreSQL reads texts in the table.
      if (dialect.kind === 'postgres' && parameter.field.kind === 'text') return []
      return filterCondition(api.database, resource, filter).columns
    })
    expect(read.length).toBeGreaterThan(3)
    expect(columns.split(', ')).toEqual(expect.arrayContaining(read))
  })
})

test.each([
  ['opportunities', 'opportunity_name_is', 'today'],
  ['opportunities', 'notes_contains', 'called'],
  ['opportunities', 'pricing_due_date_is', 'tomorrow'],
  ['opportunities', 'pricing_due_date_is', 'last_7'],
  ['opportunities', 'pricing_due_date_from', '27.11.2026'],
  ['opportunities', 'sales_annual_volume_manual_from', 'many'],
  ['opportunities', 'credit_request', 'maybe'],
  ['opportunities', 'tags_all', '1,'],
  ['opportunities', 'tags_all', 'me'],
  ['opportunities', 'created_by', 'you'],
  ['opportunities', 'opportunity_name_empty', 'perhaps'],
  ['bids', 'terms', '49'],
  ['users', 'username_contains', 'team'],
] as const)('[VIEW-1, TRUST-12] the list of %s refuses %s=%s by its name', async (name, parameter, value) => {
  const answer = await api.asBroker('GET', `${contract[name].path}?${parameter}=${value}`)
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { [parameter]: expect.any(String) as string } },
  })
})

test('[VIEW-1] no name of a filter has two meanings', () => {
  for (const server of Object.values(resources)) {
    const { contract: resource, listParameters } = server
    const derived = [...filterParametersOf(resource).values()]
    const names = [
      ...derived.map(({ name }) => name),
      ...Object.keys(listParameters),
      ...['q', 'limit', 'offset', 'ordering', 'expand', 'as_of'],
    ]
    expect([resource.name, names]).toEqual([resource.name, [...new Set(names)]])
    for (const { name, fieldName } of derived)
      expect([name, name !== fieldName && name in resource.fields]).toEqual([name, false])
  }
})

test('[VIEW-1] a list that is searched is filtered as well, and one in the trash', async () => {
  const [deal] = (all.opportunities ?? []).filter(({ broker_name }) => broker_name === 'Quillfeather')
  const found = await find('opportunities', {
    q: String(deal?.['opportunity_name']),
    broker_name_contains: 'QUILL',
    created_by: me,
  })
  expect(found.ids).toContain(deal?.['opportunity_id'])
  const trash = `${contract.opportunities.path}trash/?`
  const inTrash = async (query: string) =>
    (await api.asBroker<ListAnswer<Found>>('GET', trash + query)).body.count
  expect(await inTrash('created_by=me&credit_request=no')).toBe(1)
  expect(await inTrash('created_by=me&credit_request=yes')).toBe(0)
})

test('[VIEW-1] amounts stored in therms are found by their exact bounds in dekatherms', async () => {
  const make = recordMaker(api)
  const deal = (values: object) => make('opportunities', { dekatherms: false, ...values })
  const fee = await deal({ broker_fee: 0.57 })
  const volumes = [0.7, 6.9, 33.3, 123456789012.346]
  const sold: number[] = []
  for (const volume of volumes) sold.push((await deal({ sales_annual_volume_manual: volume })).opportunity_id)
  const bids: number[] = []
  for (const volume of [12345.7, 2.3])
    bids.push(
      (
        await make('bids', {
          ...(all.bids?.[0] as unknown as Pick<Row<'bids'>, 'legal_entity' | 'utility_state'>),
          opportunity: fee.opportunity_id,
          annual_volume: volume,
          volume_unit: 'th',
        })
      ).bid_id,
    )
  const finds = async (name: List, query: string, id: number | undefined) => {
    const orders = { opportunities: 'sales_annual_volume_manual', bids: 'annual_volume' }
    for (const ordering of ['', `&ordering=${orders[name as 'bids']}`]) {
      const { ids } = await find(
        name,
        Object.fromEntries(new URLSearchParams(query)),
        `${ordering}&limit=1000`,
      )
      if (!ids.includes(id ?? 0)) return false
    }
    return true
  }
  const found = [
    await finds('opportunities', 'broker_fee_from=5.7', fee.opportunity_id),
    await finds('opportunities', 'broker_fee_to=5.7', fee.opportunity_id),
    await finds('opportunities', 'sales_annual_volume_manual_from=0.07', sold[0]),
    await finds('opportunities', 'sales_annual_volume_manual_to=0.69', sold[1]),
    await finds('opportunities', 'sales_annual_volume_manual_from=3.33', sold[2]),
    await finds('bids', 'annual_volume_to=1234.57', bids[0]),
    await finds('bids', 'annual_volume_from=0.23', bids[1]),
  ]
  expect(found).toEqual(found.map(() => true))
  const long = 'sales_annual_volume_manual_from=12345678901.234'
  expect(await finds('opportunities', `${long}6`, sold[3])).toBe(true)
  expect(await finds('opportunities', `${long}7`, sold[3])).toBe(false)
})

test('[VIEW-1] texts that have no folded column are found by any letters, in any case', async () => {
  const make = recordMaker(api)
  const { organization_id: id } = await make('organizations', { tax_id: 'École №7 Supérieure' })
  for (const text of ['École', 'école', 'ÉCOLE №7', 'supÉrieure', 'SUPÉR'])
    expect([text, (await find('organizations', { tax_id_contains: text })).ids]).toEqual([text, [id]])
  expect((await find('organizations', { tax_id_contains: 'êcole' })).ids).toEqual([])
})

test('[VIEW-1] a text that is asked for by itself is not found as a part of another', async () => {
  const make = recordMaker(api)
  const named = async (sales_represented: string) =>
    (await make('opportunities', { sales_represented })).opportunity_id
  const [ruth, capitals] = [await named('Ruth'), await named('RUTH')]
  await named('Ruth Abernathy')
  expect((await find('opportunities', { sales_represented_equals: 'ruth' })).ids.sort()).toEqual(
    [ruth, capitals].sort(),
  )
  const { organization_id: organization } = await make('organizations', { tax_id: '64-2098199' })
  expect((await find('organizations', { tax_id_equals: '642098199' })).ids).toEqual([organization])
  expect((await find('organizations', { tax_id_equals: '64209819' })).ids).toEqual([])
})

test('[VIEW-1] numbers are found however they are divided', async () => {
  const make = recordMaker(api)
  const { organization_id: organization } = await make('organizations', { tax_id: '97-5318642' })
  const { contact_id: abroad } = await make('contacts', { personal_mobile: '+44 20 7946 0123' })
  const { contact_id: contact } = await make('contacts', { personal_mobile: '401-555-0173' })
  for (const text of ['975318642', '97 53186', '7-53', '97-5318642'])
    expect([text, (await find('organizations', { tax_id_contains: text })).ids]).toEqual([
      text,
      [organization],
    ])
  for (const text of ['+44 20', '4420', '(20) 7946', '7946-0123'])
    expect([text, (await find('contacts', { personal_mobile_contains: text })).ids]).toEqual([text, [abroad]])
  for (const text of ['4015550173', '401555', '(401) 555', '+1 401.555', '+1401555', '1-555'])
    expect([text, (await find('contacts', { personal_mobile_contains: text })).ids]).toEqual([
      text,
      [contact],
    ])
  expect((await find('organizations', { tax_id_contains: '97-5319' })).ids).toEqual([])
})

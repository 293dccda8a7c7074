import { contract, targetOf, type ResourceName } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { isRelation, type Resource } from '../../../src/contract/fields'
import { resources } from '../../resources'
import { startApi, type TestApi } from '../../testing/api'
import { until } from '../../testing/until'
import { inTransaction, type Write } from '../context'
import { createRecord } from '../write/create'

type Nested = Record<string, unknown>

/** One more than the longer of the two pages, so that neither of them gives the count by itself. */
const rows = 101

let api: TestApi
let statements: string[] = []
beforeAll(async () => {
  api = await startApi({}, (text) => statements.push(text))
  const writer = { actor: 1, userType: 'team', withheld: [], teams: null, requestId: null } as const
  await inTransaction(api.database, writer, fillLists)
  // What follows from so many new records is counted in the background, by statements of its own.
  const { db, writeQueue } = api.database
  const isWorkedOff = async (
    table: 'readiness_marks' | 'usage_marks' | 'quote_pricing_marks' | 'duplicate_marks',
  ) => (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined
  await until(
    async () =>
      (await isWorkedOff('readiness_marks')) &&
      (await isWorkedOff('usage_marks')) &&
      (await isWorkedOff('quote_pricing_marks')) &&
      (await isWorkedOff('duplicate_marks')) &&
      writeQueue.size() === 0,
  )
})
afterAll(() => api.close())

/** As many records of each resource, each with at least one record in every relation. */
async function fillLists(write: Write): Promise<void> {
  const make = (name: ResourceName, body: Nested) => createRecord(write, resources[name], body)
  const utility = await make('utilities', { name: 'Niagara Gas' })
  const { id: reader } = await write.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'broker')
    .executeTakeFirstOrThrow()
  const team_id = await make('teams', { name: 'All of them', members: [reader] })
  for (let index = 0; index < rows; index++) {
    const tag = await make('tags', { name: `Tag ${index}`, color: '#222', description: 'A tag' })
    const utility_state = await make('utilityStates', { name: `Service ${index}`, utility, state: 44 })
    const organization = await make('organizations', { name: `Organization ${index}`, state: 'TX', team_id })
    const contact = await make('contacts', {
      title: 'ms',
      first_name: 'Ada',
      last_name: `Person ${index}`,
      team_id,
    })
    const address = await make('addresses', {
      address_street: `${index + 1} Mill Avenue`,
      city: 'Erie',
      zip_code: '16549',
      state: 44,
    })
    await make('organizationAddresses', { organization, address, address_type: ['headquarters'] })
    await make('organizationContacts', { organization, contact })
    const opportunity = await make('opportunities', {
      opportunity_name: `Deal ${index}`,
      tags: [tag],
      organizations: [organization],
      team_id,
    })
    const utility_account = await make('utilityAccounts', {
      organization,
      utility_state,
      account_number: String(index),
      address,
    })
    await make('bids', {
      opportunity,
      legal_entity: organization,
      utility_state,
      utility_accounts: [utility_account],
      supplier: 'direct',
      terms: [12],
      swing: [0.1],
      pricing_type: [1],
    })
    await make('notes', { object_id: `contact-${contact}`, description: '<p>Note</p>' })
    await make('todos', {
      name: `Task ${index}`,
      description: 'Call',
      time_needed: '00:15:00',
      completed_within: 1,
      assignee: 1,
      content_type: 33,
      organizations: [organization],
    })
    await make('activities', {
      title: `Visit ${index}`,
      description: 'Meet',
      start: 1_900_000_000 + index,
      organization,
      deal: opportunity,
    })
  }
}

const relationsOf = (resource: Resource) =>
  Object.entries(resource.fields).filter(([, field]) => isRelation(field))

/** Every relation of a resource, and every relation of its targets. */
const everyPath = (resource: Resource): string[] =>
  relationsOf(resource).flatMap(([name, field]) => [
    name,
    ...(isRelation(field) ? relationsOf(contract[targetOf(field)]).map(([next]) => `${name}.${next}`) : []),
  ])

const filled = [
  'tags',
  'utilityStates',
  'organizations',
  'addresses',
  'contacts',
  'organizationAddresses',
  'organizationContacts',
  'opportunities',
  'utilityAccounts',
  'bids',
  'notes',
  'todos',
  'organizationTodos',
  'activities',
] as const satisfies readonly ResourceName[]

const isCount = /count\(\*\)|from "row_counts"/

describe.each(filled)('%s', (name) => {
  const resource: Resource = contract[name]
  const paths = everyPath(resource)

  /** A page with everything nested, and its number of statements; the count is cached while there are no writes. */
  const page = async (limit: number, expand = paths.join(',')) => {
    statements = []
    const path = `${resource.path}?limit=${limit}&expand=${expand}`
    const { body, status } = await api.asBroker<ListAnswer<Nested>>('GET', path)
    expect([status, body.count, body.results.length]).toEqual([200, rows, limit])
    return { results: body.results, cost: statements.filter((text) => !isCount.test(text)).length }
  }

  /** The number of statements of a page; work in the background may add some to one of the times that it is read. */
  const costOf = async (limit: number, expand?: string) => {
    const costs: number[] = []
    for (let times = 0; times < 3; times++) costs.push((await page(limit, expand)).cost)
    return Math.min(...costs)
  }

  test('[API-3, API-2] with everything nested, 100 records cost as many statements as 10', async () => {
    const long = await costOf(100)
    expect(long).toBe(await costOf(10))
    // At least one for each level.
    expect(long).toBeGreaterThan(Math.max(...paths.map((path) => path.split('.').length)))
    // The rows of the page itself, and a few for the session.
    expect(await costOf(100, '')).toBeLessThan(10)
  })

  test('[API-3] every relation nests records, two levels deep, and is ids where it is not asked for', async () => {
    const [nested] = (await page(1)).results
    const [plain] = (await page(1, '')).results
    for (const [relation, field] of relationsOf(resource)) {
      const inner = [nested?.[relation]].flat() as Nested[]
      const ids = [plain?.[relation]].flat()
      // Null outside the trash.
      if (!isRelation(field) || relation === 'deleted_by' || relation === 'merged_into') continue
      const target: Resource = contract[targetOf(field)]
      expect([relation, inner.map((record) => record[target.idField])]).toEqual([relation, ids])
      expect([relation, ids.length > 0 && ids.every(Number.isInteger)]).toEqual([relation, true])
      for (const [next, { kind }] of relationsOf(target)) {
        const deeper = inner[0]?.[next]
        if (kind === 'many')
          expect([next, (deeper as unknown[]).every((item) => typeof item === 'object')]).toEqual([
            next,
            true,
          ])
        // A profile is nested for its owner only; others get its id.
        else if (next !== 'profile') expect([next, typeof deeper]).toEqual([next, 'object'])
      }
    }
    expect(JSON.stringify(nested)).not.toMatch(/password_hash|argon2|_key"|"search"|deleted_directly/)
  })

  test('[API-3, API-1] a detail nests the same as the list', async () => {
    const [listed] = (await page(1)).results
    const one = `${resource.path}${String(listed?.[resource.idField])}/?expand=${paths.join(',')}`
    expect((await api.asBroker('GET', one)).body).toEqual(listed)
  })
})

describe('what can be nested', () => {
  const organizations = contract.organizations.path
  const first = async (expand: string) => {
    const answer = await api.asBroker<ListAnswer<Nested>>(
      'GET',
      `${organizations}?limit=1&expand=${encodeURIComponent(expand)}`,
    )
    expect(answer.status).toBe(200)
    return answer.body.results[0] ?? {}
  }

  test('[API-3, TRUST-12] four levels nest, and a path nests all that it leads over', async () => {
    const record = await first('addresses.organizations_addresses.organization.created_by')
    expect(record).toMatchObject({
      addresses: [
        {
          state: 44,
          organizations_addresses: [
            {
              organization: {
                name: 'Organization 0',
                created_by: { username: expect.any(String) as string },
                modified_by: 1,
              },
            },
          ],
        },
      ],
    })
  })

  test('[API-3] blanks, empty parts and repeated paths ask for nothing more', async () => {
    const wanted = await first('contacts,created_by.profile')
    expect(await first(' contacts , created_by.profile,,contacts,created_by')).toEqual(wanted)
    expect(await first('')).toMatchObject({ created_by: 1 })
  })

  test('[API-3, BID-11] lists of values may be named; they are values anyway', async () => {
    const path = `${contract.bids.path}?limit=1&expand=legal_entity,utility_state,terms,created_by,modified_by`
    const answer = await api.asBroker<ListAnswer<Nested>>('GET', path)
    expect(answer.body.results[0]).toMatchObject({
      terms: [12],
      legal_entity: { name: expect.any(String) as string },
      created_by: { username: expect.any(String) as string },
    })
  })

  const refused = [
    'addresses.organizations_addresses.organization.created_by.profile',
    'nothing',
    'contacts.nothing',
    'Contacts',
    'contacts.',
    '.contacts',
    'contacts..created_by',
    'name',
    'created_by.password_hash',
    'contacts.current_jobs',
    'contacts.search',
    '__proto__',
    'constructor',
    'toString',
    'terms',
  ]
  test.each(refused)(
    '[TRUST-12, API-3] expand=%s is a 400 that names it, wherever it is asked for',
    async (expand) => {
      const { results } = (await api.asBroker<ListAnswer<Nested>>('GET', `${organizations}?limit=1`)).body
      const one = `${organizations}${String(results[0]?.['organization_id'])}/`
      for (const [method, path, body] of [
        ['GET', organizations, undefined],
        ['GET', `${organizations}trash/`, undefined],
        ['GET', one, undefined],
        ['POST', organizations, { name: 'Never made', state: 'TX' }],
        ['PATCH', one, { dba: 'Never changed' }],
      ] as const) {
        const answer = await api.asBroker(
          method,
          `${path}?expand=created_by,${encodeURIComponent(expand)}`,
          body,
        )
        expect([method, path, answer.status]).toEqual([method, path, 400])
        expect(Object.keys(answer.body.fields ?? {})).toEqual(['expand'])
        expect(answer.body.detail).toContain(`"${expand}"`)
      }
      expect((await api.asBroker<Nested>('GET', one)).body).toMatchObject({ dba: null, version: 1 })
      const made = await api.asBroker<ListAnswer<Nested>>('GET', `${organizations}?q=never made`)
      expect(made.body.count).toBe(0)
    },
  )

  test('[TRUST-12] at most 50 paths, and the parameter once', async () => {
    const many = (count: number) => Array<string>(count).fill('contacts').join(',')
    expect((await api.asBroker('GET', `${organizations}?limit=1&expand=${many(50)}`)).status).toBe(200)
    expect((await api.asBroker('GET', `${organizations}?limit=1&expand=${many(51)}`)).status).toBe(400)
    const twice = await api.asBroker('GET', `${organizations}?expand=contacts&expand=bids`)
    expect([twice.status, Object.keys(twice.body.fields ?? {})]).toEqual([400, ['expand']])
  })
})

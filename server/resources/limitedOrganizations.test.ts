/** Organizations and contacts limited to a team: what others see of them and of what names them, over every route (TEAM-6). */
import { contract, type ResourceName, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { bulkChangesPath, type BulkChange } from '../../src/contract/bulkChanges'
import { bureauCreate } from '../../src/contract/bureau'
import { feedPath, ownFeedPath, type MadeCalendarFeed } from '../../src/contract/calendarFeed'
import {
  dismissalPath,
  duplicatePairsPath,
  mergedResources,
  type DuplicatePairsAnswer,
} from '../../src/contract/duplicatePairs'
import { changesPath } from '../../src/contract/events'
import { personalDataPath } from '../../src/contract/erasures'
import { exportPath } from '../../src/contract/exports'
import { historyPath, timelinePath } from '../../src/contract/history'
import { importKinds, type ImportAnswer } from '../../src/contract/imports'
import { mergePath, mergesPath, type Merge } from '../../src/contract/merges'
import { followPath } from '../../src/contract/notifications'
import { limitsOfCaller, limitsOfUser } from '../kit/limits'
import { madeUpBusinesses } from '../ports/bureau/businesses'
import type { TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { comparable, differentAnswers, expandable, sweep } from '../testing/hiddenRecords'
import type { MakeRecord } from '../testing/records'
import { attachText, setRole, startTeams, type TestTeams } from '../testing/teams'
import { untilAnswer } from '../testing/until'
import { unzip } from '../testing/unzip'

/** Stands in every text of what no seen record names. */
const canary = 'Zaunkoenig'
/** Stands in every text but the name of what seen records name, and of what hangs on it. */
const secret = 'Rotkehlchen'
const hiddenJob = {
  ice_handle: `${secret} handle`,
  job_title: `${secret} chief`,
  department: `${secret} desk`,
  work_email: 'rotkehlchen@desk.example',
  work_mobile: '(713) 555-0399',
  salutation: `Dear ${secret}`,
}
const named = { organization: 'Amsel Holding', contact: 'Drossel, Ida' }
/** An id that no record has. */
const nothing = 999_999

let api: TestApi
let make: MakeRecord
let admin: string
let member: TestTeams['member']
let outsider: TestTeams['outsider']
let team: Row<'teams'>
/** Ids of what is limited and named by nothing that others see. */
const hidden = new Map<ResourceName, number>()
const idOf = (name: ResourceName) => hidden.get(name) ?? 0
/** Ids of what others see, and of what is limited and named by it. */
const seen = new Map<ResourceName, number>()
const seenId = (name: ResourceName) => seen.get(name) ?? 0
const limited = { organization: 0, contact: 0 }

const as = <T>(token: string, method: string, path: string, body?: unknown) =>
  api.send<T>(method, path, { token, body })
const asOutsider = <T>(method: string, path: string, body?: unknown) =>
  as<T>(outsider.token, method, path, body)
const pathOf = (name: ResourceName, id: number) => `${contract[name].path}${id}/`

const meeting = async (word: string, organization: number) =>
  (
    await api.asBroker<Row<'activities'>>('POST', contract.activities.path, {
      title: `${word} meeting`,
      description: `<p>${word} agenda</p>`,
      start: 1_900_000_000,
      end: 1_900_003_600,
      all_day: false,
      organization,
    })
  ).body.id

/** An organization and a contact who works there, limited, with all that can hang on them alone, named by a word. */
async function limitedOf(word: string, team_id: number | null) {
  const own = new Map<ResourceName, number>()
  const numbers = word === canary ? '1' : '2'
  const { organization_id } = await make('organizations', {
    name: `${word} Works`,
    dba: `${word} trading`,
    email: `${word.toLowerCase()}@works.example`,
    phone: `(713) 555-010${numbers}`,
    tax_id: `${word} ${numbers}2-3456789`,
    team_id,
  })
  own.set('organizations', organization_id)
  const { contact_id } = await make('contacts', {
    first_name: word,
    last_name: `${word}er`,
    personal_email: `${word.toLowerCase()}@home.example`,
    personal_mobile: `(713) 555-020${numbers}`,
    department: `${word} department`,
    team_id,
  })
  own.set('contacts', contact_id)
  const link = await make('organizationContacts', {
    organization: organization_id,
    contact: contact_id,
    work_email: `${word.toLowerCase()}@desk.example`,
    job_title: `${word} chief`,
  })
  own.set('organizationContacts', link.organization_contact_id)
  for (const object_id of [`contact-${contact_id}`, `organization-${organization_id}`]) {
    own.set('notes', (await make('notes', { object_id, description: `<p>${word} note</p>` })).id)
    own.set('files', await attachText({ api, member }, object_id, word))
  }
  own.set('activities', await meeting(word, organization_id))
  const task = await make('todos', { name: `${word} task`, organizations: [organization_id] })
  own.set('todos', task.id)
  own.set('organizationTodos', task.organizations_todos[0] ?? 0)
  const { utility_id } = await make('utilities')
  const { utility_state_id } = await make('utilityStates', { utility: utility_id, state: 44 })
  const account = await make('utilityAccounts', {
    organization: organization_id,
    utility_state: utility_state_id,
    account_number: `${word} 00-1`,
    rate_class: `${word} rate`,
  })
  own.set('utilityAccounts', account.utility_account_id)
  const meter = await make('meters', {
    utility_account: account.utility_account_id,
    meter_number: `${word} M-1`,
  })
  own.set('meters', meter.meter_id)
  own.set('billPeriods', (await make('billPeriods', { meter: meter.meter_id })).bill_period_id)
  return own
}

/** What all users see, and an organization and a contact that it names, limited afterwards. */
async function nameLimited() {
  const { organization_id } = await make('organizations', {
    name: named.organization,
    dba: `${secret} trading`,
    email: 'rotkehlchen@works.example',
    tax_id: `${secret} 77`,
  })
  const { contact_id } = await make('contacts', {
    first_name: 'Ida',
    last_name: 'Drossel',
    personal_email: 'rotkehlchen@home.example',
    department: `${secret} department`,
  })
  limited.organization = organization_id
  limited.contact = contact_id
  const other = await make('organizations', { name: 'Meadow Mills' })
  seen.set('organizations', other.organization_id)
  await make('organizationContacts', {
    organization: other.organization_id,
    contact: contact_id,
    ...hiddenJob,
  })
  const { contact_id: person } = await make('contacts', { first_name: 'Mona', last_name: 'Field' })
  seen.set('contacts', person)
  await make('organizationContacts', { organization: organization_id, contact: person, ...hiddenJob })
  const place = await make('addresses', { address_street: '1 Quiet Lane' })
  seen.set('addresses', place.address_id)
  await make('organizationAddresses', { organization: organization_id, address: place.address_id })
  const { utility_id } = await make('utilities')
  const { utility_state_id } = await make('utilityStates', { utility: utility_id, state: 44 })
  const account = await make('utilityAccounts', {
    organization: organization_id,
    utility_state: utility_state_id,
    account_number: `${secret} 00-9`,
  })
  const deal = await make('opportunities', {
    opportunity_name: 'Open deal',
    organizations: [organization_id, other.organization_id],
  })
  seen.set('opportunities', deal.opportunity_id)
  const bid = await make('bids', {
    name: 'Open bid',
    opportunity: deal.opportunity_id,
    legal_entity: organization_id,
    utility_state: utility_state_id,
    utility_accounts: [account.utility_account_id],
    annual_volume: 1200,
    start_date: '2027-01-01',
  })
  seen.set('bids', bid.bid_id)
  await api.asBroker('POST', contract.creditSetups.path, {
    opportunity: deal.opportunity_id,
    organization: organization_id,
  })
  const supplier = await make('suppliers', { name: 'Own supply', organization: organization_id })
  seen.set('suppliers', supplier.supplier_id)
  const signed = await asOutsider<Row<'contracts'>>('POST', contract.contracts.path, {
    contract_number: 'Open-1',
    organization: organization_id,
    opportunity: deal.opportunity_id,
  })
  seen.set('contracts', signed.body.contract_id)
  const task = await make('todos', {
    name: 'Open task',
    organizations: [organization_id, other.organization_id],
  })
  seen.set('todos', task.id)
  await make('notes', {
    object_id: `organization-${organization_id}`,
    description: `<p>${secret} note</p>`,
  })
  for (const [name, id] of [
    ['organizations', organization_id],
    ['contacts', contact_id],
  ] as const) {
    const answer = await api.asBroker('PATCH', pathOf(name, id), { team_id: team.team_id })
    expect(answer.status).toBe(200)
  }
}

beforeAll(async () => {
  ;({ api, make, admin, member, outsider, team } = await startTeams())
  expect(await limitsOfUser(api.database.db, outsider.id)).toBeNull()
  await limitedOf('Meadow', null)
  for (const [name, id] of await limitedOf(canary, team.team_id)) hidden.set(name, id)
  await nameLimited()
})
afterAll(() => api.close())

const parameters: Readonly<Record<string, () => string>> = {
  organization: () => String(idOf('organizations')),
  organizations: () => String(idOf('organizations')),
  current_organizations: () => String(idOf('organizations')),
  contact: () => String(idOf('contacts')),
  utility_account: () => String(idOf('utilityAccounts')),
  meter: () => String(idOf('meters')),
  todo: () => String(idOf('todos')),
  other: () => String(idOf('organizations')),
  object_id: () => `organization-${idOf('organizations')}`,
  record_id: () => String(idOf('organizations')),
  resource: () => 'organizations',
  team_id: () => String(team.team_id),
  name: () => `${canary} Works`,
  last_name: () => `${canary}er`,
  first_name: () => canary,
  personal_email: () => `${canary.toLowerCase()}@home.example`,
  work_email: () => `${canary.toLowerCase()}@desk.example`,
  email: () => `${canary.toLowerCase()}@works.example`,
  phone: () => '(713) 555-0101',
  // Without its end, so that what repeats the request does not count.
  q: () => canary.slice(0, -1),
}
const hiding = () => ({ api, ids: hidden, parameters, subject: 'organizations' }) as const

test('[TEAM-6] no route that reads shows others anything of a limited organization or contact', async () => {
  const text = new RegExp(canary, 'i')
  const members = await sweep(hiding(), member.token, text)
  expect(members.failed).toEqual([])
  expect(new Set(members.found.map((address) => address.split('?')[0])).size).toBeGreaterThan(30)
  expect(await sweep(hiding(), outsider.token, text)).toEqual({ found: [], failed: [] })
}, 180_000)

test('[TEAM-6] what seen records name of a limited one is its name, whatever is expanded, searched for or exported', async () => {
  const naming = {
    ...hiding(),
    ids: seen,
    parameters: {
      ...parameters,
      organizations: () => String(limited.organization),
      organization: () => String(limited.organization),
      contact: () => String(limited.contact),
      q: () => secret.slice(0, -1),
    },
  }
  const text = new RegExp(secret, 'i')
  const members = await sweep(naming, member.token, text)
  expect(members.failed).toEqual([])
  expect(new Set(members.found.map((address) => address.split('?')[0])).size).toBeGreaterThan(10)
  expect(await sweep(naming, outsider.token, text)).toEqual({ found: [], failed: [] })

  const organization = { organization_id: limited.organization, name: named.organization }
  const contact = { contact_id: limited.contact, name: named.contact }
  const expanded = async (name: ResourceName) =>
    (await asOutsider<object>('GET', `${pathOf(name, seenId(name))}?expand=${expandable(name)}`)).body
  const other = expect.objectContaining({ organization_id: seenId('organizations'), version: 1 }) as object
  expect(await expanded('opportunities')).toMatchObject({ organizations: [organization, other] })
  expect(await expanded('bids')).toMatchObject({ legal_entity: organization, utility_accounts: [] })
  expect(await expanded('contracts')).toMatchObject({ organization })
  expect(await expanded('suppliers')).toMatchObject({ organization })
  expect(await expanded('todos')).toMatchObject({ organizations: [organization, other] })
  expect(await expanded('contacts')).toMatchObject({
    current_organizations: [organization],
    organizations_contacts: [],
  })
  expect(await expanded('addresses')).toMatchObject({
    current_organizations: [organization],
    organizations_addresses: [],
  })
  expect(await expanded('organizations')).toMatchObject({ contacts: [contact] })
  const ids = await asOutsider('GET', pathOf('opportunities', seenId('opportunities')))
  expect(ids.body).toMatchObject({ organizations: [limited.organization, seenId('organizations')] })

  const file = await fetch(
    `${api.url}${exportPath('opportunities')}?format=csv&columns=opportunity_name,organizations`,
    { headers: { authorization: `Bearer ${outsider.token}` } },
  )
  expect(await file.text()).toContain(`Open deal,"${named.organization}, Meadow Mills"`)
  // Its name is found wherever it stands; its id, as one of none, nowhere that links are looked for.
  for (const [query, count] of [
    ['q=amsel', 1],
    [`organizations=${limited.organization}`, 0],
  ]) {
    const found = await asOutsider<ListAnswer<unknown>>('GET', `${contract.opportunities.path}?${query}`)
    expect([query, found.body.count]).toEqual([query, count])
  }
  // For two letters beside a longer word, the matches of the longer one's index are scanned.
  for (const [q, count] of [
    ['meadow+mi', 1],
    ['amsel+ho', 0],
  ]) {
    const found = await asOutsider<ListAnswer<unknown>>('GET', `${contract.organizations.path}?q=${q}`)
    expect([q, found.status, found.body.count]).toEqual([q, 200, count])
  }
})

/** The contacts that a reader's list has, and what it shows of a job. */
async function foundBy(token: string, query: string) {
  const { body } = await as<ListAnswer<Row<'contacts'>>>(token, 'GET', `${contract.contacts.path}?${query}`)
  expect(body.count).toBe(body.results.length)
  return body.results.map(({ name }) => name)
}

test('[TEAM-6] a seen contact is found and shown by none of its hidden jobs', async () => {
  const path = pathOf('contacts', seenId('contacts'))
  const own = async (token: string) => (await as<Row<'contacts'>>(token, 'GET', path)).body
  expect(await own(member.token)).toMatchObject({ job_title: hiddenJob.job_title })
  expect(await own(outsider.token)).toMatchObject({ job_title: null, organizations_contacts: [] })
  const participants = async (token: string) =>
    (await as<ListAnswer<{ email: string }>>(token, 'GET', '/api/mpg/nylas-contacts/?q=Mona')).body.results
  expect(await participants(member.token)).toMatchObject([{ email: hiddenJob.work_email }])
  expect(await participants(outsider.token)).toEqual([])
  // Texts of hidden jobs, by each way of finding them; names are found as they are shown.
  for (const [query, found] of [
    ['q=rotkehlchen', 0],
    ['q=rotkehlchen%40desk.example', 0],
    ['q=field+rotkehlchen', 0],
    ['q=555-0399', 0],
    ['q=field+99', 0],
    ['q=mona+field', 1],
    ['q=mo+fi', 1],
    ['q=field+amsel', 1],
    [`job_title_contains=${secret}`, 0],
  ] as const) {
    const by = async (token: string) => (await foundBy(token, query)).filter((name) => name === 'Field, Mona')
    expect([query, await by(outsider.token)]).toEqual([query, Array(found).fill('Field, Mona')])
    if (query.startsWith('q=')) expect([query, await by(member.token)]).toEqual([query, ['Field, Mona']])
  }
  // A filter on links tells nothing of hidden ones.
  const organization = pathOf('organizations', seenId('organizations'))
  for (const status of ['active', 'expired']) {
    const narrowed = `${organization}?organizations_contacts__employment_status=${status}`
    const { body } = await asOutsider<{ contacts: number[] }>('GET', narrowed)
    expect([status, body.contacts]).toEqual([status, []])
  }
  const changed = await asOutsider<Row<'contacts'>>('PATCH', path, { salutation: 'Hello' })
  expect(changed.body).toMatchObject({ job_title: null })
  const personalData = async (token: string) => {
    const answer = await fetch(api.url + personalDataPath(seenId('contacts')), {
      headers: { authorization: `Bearer ${token}` },
    })
    return [...(await unzip(Buffer.from(await answer.arrayBuffer()))).values()].join()
  }
  expect(await personalData(admin)).toMatch(new RegExp(secret, 'i'))
  expect(await personalData(outsider.token)).not.toMatch(new RegExp(secret, 'i'))
})

test('[TEAM-6] what is shown of jobs is of the first one that is seen', async () => {
  const { contact_id } = await make('contacts', { first_name: 'Nora', last_name: 'Brook' })
  const work = (organization: number, job: object) =>
    make('organizationContacts', { organization, contact: contact_id, ...job })
  await work(limited.organization, hiddenJob)
  const second = { job_title: 'Buyer', work_email: 'Buyer@mill.example', work_mobile: '(713) 555-0388' }
  await work(seenId('organizations'), second)
  const former = await make('organizations', { name: 'Former Ibis' })
  await work(former.organization_id, { employment_status: 'expired', job_title: 'Clerk' })
  await api.asBroker('PATCH', pathOf('organizations', former.organization_id), { team_id: team.team_id })
  const shown = async (token: string) =>
    (await as<Row<'contacts'>>(token, 'GET', pathOf('contacts', contact_id))).body
  expect((await shown(member.token)).job_title).toBe(hiddenJob.job_title)
  expect((await shown(outsider.token)).job_title).toBe('Buyer')
  const people = await asOutsider<ListAnswer<object>>('GET', '/api/mpg/nylas-contacts/?q=buyer%40mill')
  expect(people.body.results).toMatchObject([{ email: second.work_email }])
  expect(await foundBy(outsider.token, 'q=buyer%40mill')).toEqual(['Brook, Nora'])
  expect(await foundBy(outsider.token, 'q=5550388')).toEqual(['Brook, Nora'])
  expect(await foundBy(outsider.token, 'q=amsel+brook')).toEqual(['Brook, Nora'])
  // Where it no longer works is not named to others.
  expect(await foundBy(outsider.token, 'q=ibis')).toEqual([])
  expect(await foundBy(member.token, 'q=ibis')).toEqual(['Brook, Nora'])
  const { body } = await asOutsider<ListAnswer<Row<'contacts'>>>(
    'GET',
    `${contract.contacts.path}?ordering=job_title`,
  )
  expect(body.results.map(({ job_title }) => job_title).filter(Boolean)).not.toContain(hiddenJob.job_title)
  for (const [name, id] of [
    ['contacts', contact_id],
    ['organizations', former.organization_id],
  ] as const)
    expect((await as(admin, 'DELETE', pathOf(name, id))).status).toBe(204)
  // A deletion keeps all values in the audit.
  await setRole(api, 'outsider', null)
  const audit = async (token: string) => {
    const rows = await as<object>(token, 'GET', `/api/audit/?resource=contacts&record_id=${contact_id}`)
    return [rows.status, JSON.stringify(rows.body).includes(hiddenJob.job_title)]
  }
  expect(await audit(admin)).toEqual([200, true])
  expect(await audit(outsider.token)).toEqual([200, false])
  await setRole(api, 'outsider', 'manager')
})

test('[TEAM-6] the id of a limited one that others know by its name is that of no record', async () => {
  for (const [name, id] of [
    ['organizations', limited.organization],
    ['contacts', limited.contact],
  ] as const) {
    const answer = await asOutsider('GET', pathOf(name, id))
    expect(comparable(answer, id)).toEqual(
      comparable(await asOutsider('GET', pathOf(name, nothing)), nothing),
    )
    expect((await as(member.token, 'GET', pathOf(name, id))).status).toBe(200)
    expect((await as(admin, 'GET', pathOf(name, id))).status).toBe(200)
  }
})

test('[TEAM-6] a record keeps a hidden one that it names, whatever else changes of it', async () => {
  const organizations = [limited.organization, seenId('organizations')]
  const patch = async (name: ResourceName, body: object) => {
    const path = pathOf(name, seenId(name))
    const { version } = (await asOutsider<{ version: number }>('GET', path)).body
    return (await asOutsider('PATCH', path, { ...body, version })).status
  }
  expect(await patch('opportunities', { organizations, notes: 'Changed' })).toBe(200)
  expect(await patch('bids', { legal_entity: limited.organization, special_pricing_needs: 'More' })).toBe(200)
  expect(await patch('todos', { organizations, status: 'in_progress' })).toBe(200)
  expect(await patch('contracts', { organization: limited.organization, term: 12 })).toBe(200)
  for (const [name, relation] of [
    ['bids', 'legal_entity'],
    ['contracts', 'organization'],
    ['opportunities', 'organizations'],
    ['suppliers', 'organization'],
    ['todos', 'organizations'],
  ] as const) {
    const path = pathOf(name, seenId(name))
    // An answer can be sent back, expanded or not.
    for (const query of ['', `?expand=${relation}`]) {
      const { body } = await asOutsider<object>('GET', path + query)
      expect([name, query, (await asOutsider('PUT', path, body)).status]).toEqual([name, query, 200])
    }
  }
  // What it names and its author does not see is not taken off by leaving it out.
  expect(await patch('bids', { utility_accounts: [] })).toBe(200)
  const bid = await as<Row<'bids'>>(member.token, 'GET', pathOf('bids', seenId('bids')))
  expect(bid.body.utility_accounts).toHaveLength(1)
  const deal = await as<Row<'opportunities'>>(
    member.token,
    'GET',
    pathOf('opportunities', seenId('opportunities')),
  )
  expect(deal.body.organizations).toEqual(organizations)
  const told = await asOutsider<{ results: { changes: unknown[] }[] }>(
    'GET',
    historyPath('opportunities', seenId('opportunities')),
  )
  expect(told.status).toBe(200)
})

test('[TEAM-6] the history of a seen record names what is hidden, and tells no more of it', async () => {
  const deal = await make('opportunities', { organizations: [limited.organization] })
  const path = historyPath('opportunities', deal.opportunity_id)
  await api.asBroker('PATCH', pathOf('opportunities', deal.opportunity_id), {
    organizations: { remove: [limited.organization] },
  })
  const { body } = await asOutsider<object>('GET', path)
  expect(JSON.stringify(body)).toContain(named.organization)
  expect(JSON.stringify(body)).not.toMatch(new RegExp(secret, 'i'))
  const timeline = await asOutsider<{ results: object[] }>(
    'GET',
    timelinePath('contacts', seenId('contacts')),
  )
  expect(JSON.stringify(timeline.body)).not.toMatch(/Amsel|Rotkehlchen/i)
  const history = await asOutsider<{ results: object[] }>('GET', historyPath('contacts', seenId('contacts')))
  expect(history.body.results.length).toBeGreaterThan(0)
  expect(JSON.stringify(history.body)).not.toMatch(/Amsel|Rotkehlchen/i)
  await api.asBroker('DELETE', pathOf('opportunities', deal.opportunity_id))
})

test('[TEAM-6, FEED-1] a calendar feed tells the days of notice of a seen contract of a hidden customer', async () => {
  await api.database.db
    .updateTable('contracts')
    .set({ signed_on: '2026-01-01', end_date: '2099-12-31', notice_by: '2099-10-01' })
    .where('contract_id', '=', seenId('contracts'))
    .execute()
  const made = await asOutsider<MadeCalendarFeed>('PUT', ownFeedPath)
  const secretPart = /\/([^/]+)\.ics$/.exec(made.body.secret_address)?.[1] ?? ''
  const feed = await fetch(api.url + feedPath(secretPart))
  expect((await feed.text()).replaceAll(/\r\n /g, '')).toContain(`${named.organization}\\, contract Open-1`)
})

test('[TEAM-6] lists count what their reader sees', async () => {
  const countOf = async (token: string, path: string) =>
    (await as<ListAnswer<unknown>>(token, 'GET', `${path}?limit=1`)).body.count
  const least: Partial<Record<ResourceName, number>> = {
    ...{ organizations: 2, contacts: 2, organizationContacts: 3, notes: 3, files: 2, organizationTodos: 2 },
    ...{ utilityAccounts: 2 },
  }
  for (const name of hidden.keys()) {
    const { path } = contract[name]
    const whole = await countOf(member.token, path)
    expect([name, whole - (await countOf(outsider.token, path))]).toEqual([name, least[name] ?? 1])
    expect([name, await countOf(admin, path)]).toEqual([name, whole])
  }
})

test('[TEAM-6] every route answers for the id of a hidden record as for that of none', async () => {
  const { wrong, asked } = await differentAnswers(hiding(), asOutsider, nothing)
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(60)
}, 60_000)

test('[TEAM-6] a hidden organization or contact cannot be named anew in a body', async () => {
  const other = seenId('organizations')
  const bodies = (organization: number, contact: number): [ResourceName, object][] => [
    ['opportunities', { opportunity_name: 'x', organizations: [organization] }],
    [
      'bids',
      {
        opportunity: seenId('opportunities'),
        supplier: 'utility',
        legal_entity: organization,
        utility_state: 1,
        terms: [12],
        swing: [0.1],
        pricing_type: [1],
      },
    ],
    ['contracts', { organization }],
    ['suppliers', { name: 'x', organization }],
    ['utilityAccounts', { organization, utility_state: 1, account_number: 'x' }],
    ['organizationContacts', { organization, contact: seenId('contacts') }],
    ['organizationContacts', { organization: other, contact }],
    ['organizationAddresses', { organization, address: seenId('addresses'), address_type: ['headquarters'] }],
    ['organizationTodos', { organization, todo: seenId('todos') }],
    [
      'todos',
      {
        ...{ name: 'x', description: '<p>x</p>', time_needed: '00:30:00', completed_within: 3 },
        organizations: [organization],
      },
    ],
    [
      'activities',
      {
        ...{ title: 'x', description: '<p>x</p>', all_day: false },
        ...{ start: 1_900_000_000, end: 1_900_003_600, organization },
      },
    ],
    ['notes', { description: '<p>x</p>', object_id: `organization-${organization}` }],
    ['notes', { description: '<p>x</p>', object_id: `contact-${contact}` }],
  ]
  const own = bodies(idOf('organizations'), idOf('contacts'))
  for (const [index, [name, body]] of bodies(nothing, nothing).entries()) {
    const { path } = contract[name]
    const [shown, none] = [
      await asOutsider('POST', path, own[index]?.[1]),
      await asOutsider('POST', path, body),
    ]
    expect([name, comparable(shown, nothing)]).toEqual([name, comparable(none, nothing)])
    expect([name, shown.status]).toEqual([name, 404])
  }
  const patched = await asOutsider('PATCH', pathOf('opportunities', seenId('opportunities')), {
    organizations: { add: [idOf('organizations')] },
  })
  expect(patched.status).toBe(404)
})

test('[TEAM-6] a task is hidden where all organizations that it names are, in the trash or not', async () => {
  const organizations = [limited.organization]
  const statusOf = async (id: number) => (await asOutsider('GET', pathOf('todos', id))).status
  const task = await make('todos', { organizations })
  expect(await statusOf(task.id)).toBe(404)
  const change = (organizations: object) => api.asBroker('PATCH', pathOf('todos', task.id), { organizations })
  await change({ add: [seenId('organizations')] })
  expect(await statusOf(task.id)).toBe(200)
  await change({ remove: [seenId('organizations')] })
  await api.asBroker('DELETE', pathOf('todos', task.id))
  const inTrash = async (token: string) =>
    (await as<ListAnswer<Row<'todos'>>>(token, 'GET', `${contract.todos.path}trash/`)).body.results.map(
      ({ id }) => id,
    )
  expect(await inTrash(member.token)).toContain(task.id)
  expect(await inTrash(outsider.token)).not.toContain(task.id)
  // One that names none is seen by all, and the task of a notice as its contract is.
  expect(await statusOf((await make('todos')).id)).toBe(200)
  const notice = await make('todos', { organizations })
  await api.database.db
    .updateTable('todos')
    .set({ notice_of: seenId('contracts') })
    .where('id', '=', notice.id)
    .execute()
  expect(await statusOf(notice.id)).toBe(200)
})

test('[TEAM-6] a bulk change leaves hidden records as they are, and names none', async () => {
  for (const [list, field, value] of [
    ['organizations', 'type', 'Commercial'],
    ['contacts', 'department', 'Sales'],
  ] as const) {
    const begun = await asOutsider<BulkChange>('POST', bulkChangesPath, {
      ...{ list, action: 'set', field, value },
      ids: [idOf(list), nothing],
    })
    expect(begun.status).toBe(201)
    const one = `${bulkChangesPath}${begun.body.bulk_change_id}/`
    const done = await untilAnswer(
      async () => (await asOutsider<BulkChange>('GET', one)).body,
      ({ state }) => state === 'done',
    )
    expect(done.counts).toMatchObject({ changed: 0, refused: 2 })
    const { body } = await asOutsider<ListAnswer<{ record: number; name: string }>>('GET', `${one}records/`)
    expect(body.results.map(({ name }) => name)).toEqual([`#${idOf(list)}`, `#${nothing}`])
  }
})

test('[TEAM-6] an import neither finds a hidden record nor overwrites it, and tells its author alone', async () => {
  const { path } = importKinds.organizations
  const proposed = await sendForm<ImportAnswer>(
    api,
    outsider.token,
    ['POST', path],
    [
      {
        name: 'file',
        value: `Name,Tax ID,DBA,State\nOther Works,${canary} 12-3456789,Overwritten,TX`,
        filename: 'organizations.csv',
        type: 'text/csv',
      },
    ],
  )
  expect([proposed.status, proposed.body.counts]).toMatchObject([201, { new: 1, replaced: 0, refused: 0 }])
  const one = `${path}${proposed.body.import_id}/`
  await asOutsider('POST', `${one}commit/`)
  const done = await untilAnswer(
    async () => (await asOutsider<ImportAnswer>('GET', one)).body,
    ({ state }) => state !== 'running',
  )
  expect(done.counts).toMatchObject({ new: 1 })
  const { body } = await api.asBroker<Row<'organizations'>>(
    'GET',
    pathOf('organizations', idOf('organizations')),
  )
  expect(body.dba).toBe(`${canary} trading`)
  const list = await asOutsider<ListAnswer<Row<'organizations'>>>(
    'GET',
    `${contract.organizations.path}?q=Other+Works`,
  )
  await asOutsider('DELETE', pathOf('organizations', list.body.results[0]?.organization_id ?? 0))
  expect((await as(member.token, 'GET', one)).status).toBe(404)
})

test('[TEAM-6] a usage import does not reach the meter of a hidden account', async () => {
  const { db } = api.database
  const account = await db
    .selectFrom('utility_accounts')
    .innerJoin('utility_states', 'utility_states.utility_state_id', 'utility_accounts.utility_state')
    .select(['utility_states.utility', 'utility_states.utility_state_id'])
    .where('utility_account_id', '=', idOf('utilityAccounts'))
    .executeTakeFirstOrThrow()
  const { path } = importKinds.usage
  const file = `LDC Account,Meter,From,To,Dth\n${canary} 00-1,${canary} M-1,2024-01-01,2024-01-31,40\n`
  const propose = (options: object) =>
    sendForm<ImportAnswer>(
      api,
      outsider.token,
      ['POST', path],
      [
        { name: 'utility', value: String(account.utility) },
        { name: 'options', value: JSON.stringify({ last_day_inclusive: false, ...options }) },
        { name: 'file', value: file, filename: 'usage.csv', type: 'text/csv' },
      ],
    )
  expect((await propose({})).body.counts).toMatchObject({ new: 0, refused: 1 })
  const making = await propose({
    organization: seenId('organizations'),
    utility_state: account.utility_state_id,
  })
  expect(making.body.counts).toMatchObject({ new: 1 })
  const stored = await asOutsider('POST', `${path}${making.body.import_id}/commit/`)
  expect(stored.status).toBe(409)
  const periods = await db.selectFrom('bill_periods').select('read_from').execute()
  expect(periods.map(({ read_from }) => read_from)).not.toContain('2024-01-01')
})

test('[TEAM-6, DUP-1] hints and pairs of duplicates name no hidden record', async () => {
  const open = await make('organizations', { name: `Open ${canary}`, tax_id: '55-5555555' })
  const secretOne = await make('organizations', { tax_id: '55-5555555', team_id: team.team_id })
  const pairs = async (token: string) =>
    (await as<DuplicatePairsAnswer<Row<'organizations'>>>(token, 'GET', duplicatePairsPath('organizations')))
      .body
  const ids = [open.organization_id, secretOne.organization_id]
  const waiting = await untilAnswer(
    () => pairs(member.token),
    (answer) => answer.pairs.some((pair) => ids.every((id) => pair.ids.includes(id))),
  )
  const pair = waiting.pairs.find((one) => ids.every((id) => one.ids.includes(id)))?.pair_id ?? 0
  const others = await pairs(outsider.token)
  expect(others.pairs.flatMap((one) => one.ids)).not.toContain(secretOne.organization_id)
  for (const { count, pairs: listed } of [waiting, others]) expect(count).toBe(listed.length)
  expect((await asOutsider('PUT', dismissalPath('organizations', pair))).status).toBe(404)
  expect((await as(member.token, 'PUT', dismissalPath('organizations', pair))).status).toBe(204)
  const hints = async (token: string) =>
    (
      await as<ListAnswer<Row<'organizations'>>>(
        token,
        'GET',
        `${contract.organizations.path}duplicates/?tax_id=55-5555555`,
      )
    ).body.results.map(({ organization_id }) => organization_id)
  expect(await hints(member.token)).toEqual(ids)
  expect(await hints(outsider.token)).toEqual([open.organization_id])
  for (const id of ids) await api.asBroker('DELETE', pathOf('organizations', id))
})

test('[TEAM-6, DUP-3] a hidden record is merged by those who see it alone, and so is its merge taken back', async () => {
  for (const name of mergedResources) {
    const hiddenOne = await make(name, { team_id: team.team_id })
    const openOne = await make(name)
    const idIn = (row: object) => (row as Record<string, number>)[contract[name].idField] ?? 0
    const [own, other] = [idIn(openOne), idIn(hiddenOne)]
    const order = { version: 1, other_version: 1, take: [] }
    const merge = (kept: number, merged: number) =>
      asOutsider('POST', mergePath(name, kept), { ...order, other: merged })
    for (const [kept, merged] of [
      [own, other],
      [other, own],
    ] as const)
      expect([name, (await merge(kept, merged)).status]).toEqual([name, 404])
    expect((await asOutsider('GET', `${mergePath(name, own)}?other=${other}`)).status).toBe(404)
    // Nor is it told as the current state of one in another version.
    const late = { ...order, other, other_version: 9 }
    expect((await asOutsider('POST', mergePath(name, own), late)).status).toBe(404)
    const done = await as<Merge>(member.token, 'POST', mergePath(name, own), { ...order, other })
    expect(done.status).toBe(201)
    const one = `${mergesPath}${done.body.merge_id}/`
    await untilAnswer(
      async () => (await as<Merge>(member.token, 'GET', one)).body,
      ({ state }) => state === 'done',
    )
    const listed = await asOutsider<ListAnswer<Merge>>('GET', `${mergesPath}?resource=${name}`)
    expect(listed.body).toEqual({ count: 0, results: [] })
    expect((await asOutsider('GET', one)).status).toBe(404)
    expect((await asOutsider('POST', `${one}undo/`)).status).toBe(404)
    expect((await as(member.token, 'POST', `${one}undo/`)).status).toBe(200)
    await untilAnswer(
      async () => (await as<Merge>(member.token, 'GET', one)).body,
      ({ state }) => state === 'undone',
    )
    expect((await asOutsider('POST', `${one}undo/`)).status).toBe(404)
    // Of a hidden one into which a seen one was merged, others take nothing back either.
    const versionOf = async (id: number) =>
      (await as<{ version: number }>(member.token, 'GET', pathOf(name, id))).body.version
    const into = await as<Merge>(member.token, 'POST', mergePath(name, other), {
      ...{ other: own, version: await versionOf(other), other_version: await versionOf(own), take: [] },
    })
    expect(into.status).toBe(201)
    expect((await asOutsider('POST', `${mergesPath}${into.body.merge_id}/undo/`)).status).toBe(404)
  }
})

test('[TEAM-3, TEAM-6, DUP-4] one that was merged into a hidden record says nothing of it, and is that of none', async () => {
  for (const name of mergedResources) {
    const { path, idField } = contract[name]
    const idIn = (row: object) => (row as Record<string, number>)[idField] ?? 0
    const kept = idIn(await make(name, { team_id: team.team_id }))
    const merged = idIn(await make(name))
    const seen = idIn(await make(name))
    const mergedIntoSeen = idIn(await make(name))
    for (const [into, other] of [
      [kept, merged],
      [seen, mergedIntoSeen],
    ] as const) {
      const order = { other, version: 1, other_version: 1, take: [] }
      const { body } = await as<Merge>(member.token, 'POST', mergePath(name, into), order)
      await untilAnswer(
        async () => (await as<Merge>(member.token, 'GET', `${mergesPath}${body.merge_id}/`)).body,
        ({ state }) => state === 'done',
      )
    }
    expect((await as(member.token, 'GET', pathOf(name, merged))).body).toMatchObject({
      code: 'merged',
      current: { [idField]: kept },
    })
    const trash = async (token: string) =>
      (await as<ListAnswer<Record<string, unknown>>>(token, 'GET', `${path}trash/`)).body.results
        .filter((row) => [merged, mergedIntoSeen].includes(idIn(row)))
        .map((row) => row['merged_into'])
    expect((await trash(admin)).sort()).toEqual([kept, seen].sort())
    expect(await trash(outsider.token)).toEqual([seen])
    const { wrong, asked } = await differentAnswers(
      { api, ids: new Map([[name, merged]]), parameters: {}, subject: name },
      asOutsider,
      nothing,
    )
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(5)
    const restore = { list: name, action: 'restore', field: null, value: null, ids: [merged] }
    const { body: change } = await asOutsider<BulkChange>('POST', bulkChangesPath, restore)
    if (change.bulk_change_id)
      await untilAnswer(
        async () => (await asOutsider<BulkChange>('GET', `${bulkChangesPath}${change.bulk_change_id}/`)).body,
        ({ state }) => state === 'done',
      )
    expect((await as(member.token, 'GET', pathOf(name, merged))).body).toMatchObject({ code: 'merged' })
    const history = await as<{ results: unknown[] }>(
      admin,
      'GET',
      `/api/audit/?resource=${name}&record_id=${merged}`,
    )
    expect(JSON.stringify(history.body.results)).toContain('merge')
    await setRole(api, 'outsider', null)
    const told = await asOutsider<{ results: unknown[] }>(
      'GET',
      `/api/audit/?resource=${name}&record_id=${merged}`,
    )
    await setRole(api, 'outsider', 'manager')
    expect(told.body.results).toEqual([])
  }
})

test('[TEAM-6, BUR-3] a business of the bureau is taken over beside a hidden organization with its number', async () => {
  const [business] = madeUpBusinesses()
  const hiddenOne = await make('organizations', { bin_number: business?.bin ?? '', team_id: team.team_id })
  const body = { bin: business?.bin, created: false }
  const made = await asOutsider<{ details: { organization_id: number } }>('POST', bureauCreate.path, body)
  expect(made.status).toBe(201)
  const { organization_id } = made.body.details
  expect(organization_id).not.toBe(hiddenOne.organization_id)
  for (const id of [organization_id, hiddenOne.organization_id])
    await as(admin, 'DELETE', pathOf('organizations', id))
})

test('[TEAM-6, LIVE-1] the change stream names the organizations and contacts that its reader sees', async () => {
  const page = await fetch(api.url + changesPath, { headers: { authorization: `Bearer ${outsider.token}` } })
  const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader()
  await api.asBroker('PATCH', pathOf('contacts', idOf('contacts')), { salutation: 'Hello' })
  await api.asBroker('PATCH', pathOf('organizations', idOf('organizations')), { type: 'Public' })
  const shown = await make('organizations')
  await api.asBroker('DELETE', pathOf('organizations', shown.organization_id))
  let heard = ''
  while (!heard.includes(`"id":${shown.organization_id},"action":"deleted"`))
    heard += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  for (const resource of ['contacts', 'organizations'])
    expect(heard).toContain(JSON.stringify({ resource, id: null, action: 'updated', version: null }))
  expect(heard).not.toContain(`"resource":"contacts","id":${idOf('contacts')},`)
  expect(heard).not.toContain(`"resource":"organizations","id":${idOf('organizations')},`)
})

test('[TEAM-6] who followed an organization before it was limited is told nothing of it any more', async () => {
  const { organization_id } = await make('organizations')
  await asOutsider('PUT', followPath('organizations', organization_id))
  const one = pathOf('organizations', organization_id)
  await api.asBroker('PATCH', one, { team_id: team.team_id, type: 'Public' })
  const told = await asOutsider<{ unread: number }>('GET', '/api/mpg/notifications/')
  expect(told.body.unread).toBe(0)
  await api.asBroker('DELETE', one)
})

test('[TEAM-4, TEAM-6] members limit organizations and contacts to their own teams, administrators to any', async () => {
  const other = await make('teams', { members: [outsider.id] })
  for (const name of mergedResources) {
    const row = await make(name)
    const one = pathOf(name, (row as unknown as Record<string, number>)[contract[name].idField] ?? 0)
    const foreign = await api.asBroker('PATCH', one, { team_id: other.team_id })
    expect([foreign.status, foreign.body.fields]).toEqual([400, { team_id: 'Choose one of your teams.' }])
    expect((await api.asBroker('PATCH', one, { team_id: team.team_id })).status).toBe(200)
    expect((await asOutsider('DELETE', one)).status).toBe(404)
    expect((await as(admin, 'PATCH', one, { team_id: other.team_id })).status).toBe(200)
    expect((await api.asBroker('GET', one)).status).toBe(404)
    expect((await asOutsider('GET', one)).status).toBe(200)
    // A team stays while a record of any kind is limited to it.
    expect((await as(admin, 'DELETE', pathOf('teams', other.team_id))).status).toBe(409)
    expect((await asOutsider('PATCH', one, { team_id: null })).status).toBe(200)
  }
  expect((await as(admin, 'DELETE', pathOf('teams', other.team_id))).status).toBe(204)
})

test('[TEAM-6] readers have no limits of resources of which no record has ever been limited', async () => {
  const { db } = api.database
  const limits = await limitsOfUser(db, outsider.id)
  expect(limits?.tables.has('contacts')).toBe(true)
  expect(limits?.tables.has('opportunities')).toBe(false)
  expect(limits?.tables.has('bids')).toBe(false)
  const others = limitsOfCaller({ teams: [], limitedTables: ['opportunities'] })
  expect(others?.tables.has('bids')).toBe(true)
  expect(others?.tables.has('organizations')).toBe(false)
  expect(others?.tables.has('utility_accounts')).toBe(false)
})

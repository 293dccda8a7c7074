/** Records limited to a team: what others see of them, over every route (TEAM-2 to TEAM-5). */
import { contract, type ResourceName, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { bulkChangesPath, type BulkChange } from '../../src/contract/bulkChanges'
import { changesPath } from '../../src/contract/events'
import { importKinds, importsPath, type ImportAnswer } from '../../src/contract/imports'
import { timelinePath, type TimelineAnswer } from '../../src/contract/history'
import { followPath } from '../../src/contract/notifications'
import type { TestApi } from '../testing/api'
import { formBody, formType, sendForm } from '../testing/forms'
import { comparable, differentAnswers, sweep } from '../testing/hiddenRecords'
import type { MakeRecord } from '../testing/records'
import { attachText, setRole, startTeams, type TestTeams } from '../testing/teams'
import { untilAnswer } from '../testing/until'

/** Stands in every text of what is limited, and nowhere else. */
const canary = 'Zaunkoenig'
/** An id that no record has. */
const nothing = 999_999

let api: TestApi
let make: MakeRecord
let admin: string
let member: TestTeams['member']
let outsider: TestTeams['outsider']
let team: Row<'teams'>
/** The ids of what is limited. */
const hidden = new Map<ResourceName, number>()
const idOf = (name: ResourceName) => hidden.get(name) ?? 0

const as = <T>(
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => api.send<T>(method, path, { token, body, ...(headers && { headers }) })
const asOutsider = <T>(method: string, path: string, body?: unknown) =>
  as<T>(outsider.token, method, path, body)

/** An opportunity with all that can hang on it, named by a word. */
async function dealOf(word: string, team_id: number | null) {
  const own = new Map<ResourceName, number>()
  const organization = await make('organizations')
  const utility_state = await make('utilityStates', {
    utility: (await make('utilities')).utility_id,
    state: 44,
  })
  const account = await make('utilityAccounts', {
    organization: organization.organization_id,
    utility_state: utility_state.utility_state_id,
  })
  const tag = await make('tags')
  const deal = await make('opportunities', {
    opportunity_name: `${word} deal`,
    notes: `${word} summary`,
    broker_name: `${word} broker`,
    sales_represented: `${word} sales`,
    pricing_due_date: new Date().toISOString().slice(0, 10),
    organizations: [organization.organization_id],
    tags: [tag.tag_id],
    stage: 'won',
    team_id,
  })
  own.set('opportunities', deal.opportunity_id)
  const bid = await make('bids', {
    name: `${word} bid`,
    opportunity: deal.opportunity_id,
    legal_entity: organization.organization_id,
    utility_state: utility_state.utility_state_id,
    utility_accounts: [account.utility_account_id],
    special_pricing_needs: `${word} needs`,
    annual_volume: 1200,
    start_date: '2027-01-01',
  })
  own.set('bids', bid.bid_id)
  const supplier = await make('suppliers')
  const quote = await make('quotes', {
    bid: bid.bid_id,
    supplier: supplier.supplier_id,
    supplier_reference: `${word} quote`,
    quote_kind: 'firm',
  })
  own.set('quotes', quote.quote_id)
  const setup = await api.asBroker<Row<'creditSetups'>>('POST', contract.creditSetups.path, {
    opportunity: deal.opportunity_id,
    organization: organization.organization_id,
  })
  own.set('creditSetups', setup.body.credit_setup_id)
  const signed = await make('contracts', {
    contract_number: `${word}-1`,
    organization: organization.organization_id,
    opportunity: deal.opportunity_id,
    supplier: supplier.supplier_id,
    start_date: '2026-01-01',
  })
  own.set('contracts', signed.contract_id)
  const under = await make('contractAccounts', {
    contract: signed.contract_id,
    utility_account: account.utility_account_id,
  })
  own.set('contractAccounts', under.contract_account_id)
  for (const object_id of [`opportunity-${deal.opportunity_id}`, `bid-${bid.bid_id}`]) {
    const note = await make('notes', { object_id, description: `<p>${word} note</p>` })
    own.set('notes', note.id)
    own.set('files', await attachText({ api, member }, object_id, word))
  }
  const meeting = await api.asBroker<Row<'activities'>>('POST', contract.activities.path, {
    title: `${word} meeting`,
    description: `<p>${word} agenda</p>`,
    start: 1_900_000_000,
    end: 1_900_003_600,
    all_day: false,
    deal: deal.opportunity_id,
  })
  expect(meeting.status).toBe(201)
  own.set('activities', meeting.body.id)
  return own
}

beforeAll(async () => {
  ;({ api, make, admin, member, outsider, team } = await startTeams())
  await dealOf('Meadow', null)
  for (const [name, id] of await dealOf(canary, team.team_id)) hidden.set(name, id)
})
afterAll(() => api.close())

/** The field of the contract that leads to what is limited, by its name in any address. */
const parameters: Readonly<Record<string, () => string>> = {
  opportunity: () => String(idOf('opportunities')),
  deal: () => String(idOf('opportunities')),
  opportunities: () => String(idOf('opportunities')),
  bid: () => String(idOf('bids')),
  quote: () => String(idOf('quotes')),
  contract: () => String(idOf('contracts')),
  object_id: () => `opportunity-${idOf('opportunities')}`,
  record_id: () => String(idOf('opportunities')),
  resource: () => 'opportunities',
  team_id: () => String(team.team_id),
  // Without its end, so that what repeats the request does not count.
  q: () => canary.slice(0, -1),
}

/** What is looked for, and where. */
const hiding = () => ({ api, ids: hidden, parameters, subject: 'opportunities' }) as const
const sweepFor = (token: string) => sweep(hiding(), token, new RegExp(canary, 'i'))

test('[TEAM-3] no route that reads shows anything of a record limited to a team to others, with and without expand, search and filters', async () => {
  const members = await sweepFor((await api.signIn('broker')).access)
  expect(members.failed).toEqual([])
  // The same addresses show it to a member: what is swept is where it stands.
  expect(new Set(members.found.map((address) => address.split('?')[0])).size).toBeGreaterThan(30)
  const { found, failed } = await sweepFor(outsider.token)
  expect([found, failed]).toEqual([[], []])
}, 180_000)

test('[TEAM-3] lists count what their reader sees', async () => {
  const { access } = await api.signIn('broker')
  const countOf = async (token: string, path: string) =>
    (await as<ListAnswer<unknown>>(token, 'GET', `${path}?limit=1`)).body.count
  for (const name of hidden.keys()) {
    const { path } = contract[name]
    if (name === 'creditSetups') continue
    const whole = await countOf(access, path)
    expect([name, await countOf(outsider.token, path)]).toEqual([
      name,
      whole - (name === 'notes' || name === 'files' ? 2 : 1),
    ])
    expect([name, await countOf(admin, path)]).toEqual([name, whole])
  }
})

test('[TEAM-3, VIEW-1] what is kept of a filtered list is kept for readers who see the same', async () => {
  const { access } = await api.signIn('broker')
  const asked = [
    `${contract.opportunities.path}?opportunity_name_contains=${canary}`,
    `${contract.contracts.path}?state=draft,signed,active`,
  ]
  const idsOf = async (token: string, path: string) => {
    const { count, results } = (await as<ListAnswer<object>>(token, 'GET', `${path}&limit=1000`)).body
    expect(results.length).toBe(count)
    // In pages as well, of which the later ones may be kept.
    for (let offset = 0; offset < 3 && offset < count; offset++) {
      const page = (await as<ListAnswer<object>>(token, 'GET', `${path}&limit=1&offset=${offset}`)).body
      expect([page.count, page.results]).toEqual([count, [results[offset]]])
    }
    return results.map((record) => Object.values(record)[0] as number)
  }
  for (const path of asked) {
    const whole = await idsOf(access, path)
    const ofOthers = await idsOf(outsider.token, path)
    expect(ofOthers).toEqual(whole.filter((id) => ![...hidden.values()].includes(id)))
    expect(ofOthers.length).toBeLessThan(whole.length)
    expect(await idsOf(access, path)).toEqual(whole)
  }
})

test('[TEAM-3] every route answers for the id of a hidden record as for that of none', async () => {
  const { wrong, asked } = await differentAnswers(hiding(), asOutsider, nothing)
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(50)
  const { access } = await api.signIn('broker')
  for (const [name, id] of hidden) {
    if (name === 'files') continue
    expect([name, (await as(access, 'GET', `${contract[name].path}${id}/`)).status]).toEqual([name, 200])
  }
}, 60_000)

test('[TEAM-3] a hidden record cannot be named in a body', async () => {
  const visible = await make('contracts', { organization: (await make('organizations')).organization_id })
  const bodies = (id: (name: ResourceName) => number): [ResourceName, object][] => [
    ['notes', { description: '<p>x</p>', object_id: `opportunity-${id('opportunities')}` }],
    ['notes', { description: '<p>x</p>', object_id: `bid-${id('bids')}` }],
    [
      'bids',
      {
        opportunity: id('opportunities'),
        supplier: 'utility',
        legal_entity: visible.organization,
        utility_state: 1,
        terms: [12],
        swing: [0.1],
        pricing_type: [1],
      },
    ],
    [
      'quotes',
      {
        bid: id('bids'),
        supplier: 1,
        pricing_type: 1,
        term: 12,
        start_date: '2027-01-01',
        price: 4,
        pricing_point: 'Burner Tip',
      },
    ],
    ['creditSetups', { opportunity: id('opportunities'), organization: visible.organization }],
    ['contracts', { organization: visible.organization, opportunity: id('opportunities') }],
    ['contracts', { organization: visible.organization, renews: id('contracts') }],
    ['contractAccounts', { contract: id('contracts'), utility_account: 1 }],
    [
      'activities',
      {
        ...{ title: 'x', description: '<p>x</p>', all_day: false },
        ...{ start: 1_900_000_000, end: 1_900_003_600, deal: id('opportunities') },
      },
    ],
  ]
  const own = bodies(idOf)
  for (const [index, [name, body]] of bodies(() => nothing).entries()) {
    const { path } = contract[name]
    const [seen, none] = [
      await asOutsider('POST', path, own[index]?.[1]),
      await asOutsider('POST', path, body),
    ]
    expect([name, comparable(seen, nothing)]).toEqual([name, comparable(none, nothing)])
    expect([name, seen.status]).toEqual([name, 404])
  }
})

test('[TEAM-3] a bulk change leaves hidden records as they are, and names none', async () => {
  const begun = await asOutsider<BulkChange>('POST', bulkChangesPath, {
    ...{ list: 'opportunities', action: 'set', field: 'credit_request', value: 'yes' },
    ids: [idOf('opportunities'), nothing],
  })
  expect(begun.status).toBe(201)
  const one = `${bulkChangesPath}${begun.body.bulk_change_id}/`
  const done = await untilAnswer(
    async () => (await asOutsider<BulkChange>('GET', one)).body,
    ({ state }) => state === 'done',
  )
  expect(done.counts).toMatchObject({ changed: 0, refused: 2 })
  const records = await asOutsider<ListAnswer<{ record: number; name: string; reason: string }>>(
    'GET',
    `${one}records/`,
  )
  expect(records.body.results.map(({ record, name, reason }) => [name, reason, record])).toEqual([
    [`#${idOf('opportunities')}`, 'Opportunity not found.', idOf('opportunities')],
    [`#${nothing}`, 'Opportunity not found.', nothing],
  ])
})

test('[TEAM-3] an import neither finds a hidden record nor overwrites it', async () => {
  const { path } = importKinds.opportunities
  const proposed = await sendForm<ImportAnswer>(
    api,
    outsider.token,
    ['POST', path],
    [
      {
        name: 'file',
        value: `Deal,Broker\n${canary} deal,Other broker`,
        filename: 'deals.csv',
        type: 'text/csv',
      },
    ],
  )
  expect([proposed.status, proposed.body.counts]).toMatchObject([201, { new: 1, replaced: 0, refused: 0 }])
  const one = `${path}${proposed.body.import_id}/`
  await asOutsider('POST', `${one}commit/`)
  await untilAnswer(
    async () => (await asOutsider<ImportAnswer>('GET', one)).body,
    ({ state }) => state !== 'running',
  )
  const list = await asOutsider<ListAnswer<Row<'opportunities'>>>(
    'GET',
    `${contract.opportunities.path}?q=${canary}`,
  )
  expect(list.body.results).toMatchObject([{ opportunity_name: `${canary} deal`, created_by: outsider.id }])
  const { body } = await api.asBroker<Row<'opportunities'>>(
    'GET',
    `${contract.opportunities.path}${idOf('opportunities')}/`,
  )
  expect(body.broker_name).toBe(`${canary} broker`)
  await asOutsider('DELETE', `${contract.opportunities.path}${list.body.results[0]?.opportunity_id}/`)
})

test('[TEAM-3] an import tells who may not see all records nothing of what its author saw', async () => {
  const { path } = importKinds.opportunities
  const { access } = await api.signIn('broker')
  const proposed = await sendForm<ImportAnswer>(
    api,
    access,
    ['POST', path],
    [
      {
        name: 'file',
        value: `Deal,Broker\n${canary} deal,New broker`,
        filename: 'deals.csv',
        type: 'text/csv',
      },
    ],
  )
  const id = proposed.body.import_id
  const idsOf = async (by: typeof asOutsider, address: string) =>
    (await by<ListAnswer<{ import_id: number }>>('GET', address)).body.results.map((one) => one.import_id)
  for (const address of [path, importsPath]) {
    expect(await idsOf(asOutsider, address)).not.toContain(id)
    expect(await idsOf((method, to, body) => as(admin, method, to, body), address)).toContain(id)
  }
  for (const [method, address] of [
    ['GET', `${path}${id}/`],
    ['GET', `${path}${id}/refused/`],
    ['POST', `${path}${id}/commit/`],
    ['POST', `${path}${id}/undo/`],
  ] as const)
    expect([method, address, (await asOutsider(method, address)).status]).toEqual([method, address, 404])
  expect((await as(admin, 'GET', `${path}${id}/`)).status).toBe(200)
})

test('[TEAM-3, LIVE-1] the change stream names the records that its reader sees, and no hidden one', async () => {
  const page = await fetch(api.url + changesPath, { headers: { authorization: `Bearer ${outsider.token}` } })
  const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader()
  const { path } = contract.opportunities
  await api.asBroker('PATCH', `${path}${idOf('opportunities')}/`, { notes: `${canary} again` })
  const seen = await make('opportunities')
  await api.asBroker('DELETE', `${path}${seen.opportunity_id}/`)
  const told = (id: number | null, action: string, version: number | null) =>
    JSON.stringify({ resource: 'opportunities', id, action, version })
  let heard = ''
  while (!heard.includes(`"id":${seen.opportunity_id},"action":"deleted"`))
    heard += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  expect(heard).toContain(told(null, 'updated', null))
  expect(heard).toContain(told(seen.opportunity_id, 'created', 1))
  expect(heard).not.toContain(`"resource":"opportunities","id":${idOf('opportunities')},`)
})

test('[TEAM-3] who followed a record before it was limited is told nothing of it any more', async () => {
  const deal = await make('opportunities', { opportunity_name: 'Followed' })
  await asOutsider('PUT', followPath('opportunities', deal.opportunity_id))
  const one = `${contract.opportunities.path}${deal.opportunity_id}/`
  await api.asBroker('PATCH', one, { team_id: team.team_id, opportunity_name: `${canary} later` })
  const told = await asOutsider<{ unread: number; results: unknown[] }>('GET', '/api/mpg/notifications/')
  expect(told.body).toMatchObject({ unread: 0, results: [] })
  await api.asBroker('PATCH', one, { team_id: null, opportunity_name: 'Followed' })
  const again = await asOutsider<{ unread: number }>('GET', '/api/mpg/notifications/')
  expect(again.body.unread).toBe(1)
})

test('[TEAM-3, TRUST-20] a link to a file that was seen before is one of none once its deal is limited', async () => {
  const deal = await make('opportunities')
  const object_id = `opportunity-${deal.opportunity_id}`
  const { access } = await api.signIn('broker')
  await fetch(api.url + contract.files.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': formType },
    body: new Uint8Array(
      formBody([
        { name: 'object_id', value: object_id },
        { name: 'file', value: 'Terms', filename: 'terms.txt', type: 'text/plain' },
      ]),
    ),
  })
  const files = await asOutsider<ListAnswer<Row<'files'>>>(
    'GET',
    `${contract.files.path}?object_id=${object_id}`,
  )
  const link = new URL(files.body.results[0]?.file ?? '', api.url)
  const opened = async () => (await fetch(link)).status
  expect(await opened()).toBe(200)
  await api.asBroker('PATCH', `${contract.opportunities.path}${deal.opportunity_id}/`, {
    team_id: team.team_id,
  })
  expect(await opened()).toBe(404)
})

test('[TEAM-4] members limit records to their own teams, administrators to any', async () => {
  const other = await make('teams', { name: 'Others', members: [outsider.id] })
  const deal = await make('opportunities')
  const one = `${contract.opportunities.path}${deal.opportunity_id}/`
  const fields = { team_id: 'Choose one of your teams.' }
  const foreign = await api.asBroker('PATCH', one, { team_id: other.team_id })
  expect([foreign.status, foreign.body.fields]).toEqual([400, fields])
  expect((await api.asBroker('PATCH', one, { team_id: team.team_id })).status).toBe(200)
  expect((await asOutsider('GET', one)).status).toBe(404)
  expect((await as(admin, 'PATCH', one, { team_id: other.team_id })).status).toBe(200)
  expect((await api.asBroker('GET', one)).status).toBe(404)
  expect((await asOutsider('PATCH', one, { team_id: null })).status).toBe(200)
  expect((await api.asBroker('GET', one)).status).toBe(200)
})

test('[TEAM-1] a team is left and joined at once, and kept while records are limited to it', async () => {
  const deal = await make('opportunities', { team_id: team.team_id })
  const one = `${contract.opportunities.path}${deal.opportunity_id}/`
  const own = `${contract.teams.path}${team.team_id}/`
  const members = async (ids: number[]) =>
    as(admin, 'PATCH', own, {
      members: ids,
      version: (await as<Row<'teams'>>(admin, 'GET', own)).body.version,
    })
  await members([member.id, outsider.id])
  expect((await asOutsider('GET', one)).status).toBe(200)
  await members([member.id])
  expect((await asOutsider('GET', one)).status).toBe(404)
  expect((await as(admin, 'DELETE', own)).status).toBe(409)
  expect((await asOutsider('PATCH', own, { name: 'Mine' })).status).toBe(409)
})

test('[TEAM-4, TRUST-28] an answer that is kept for a key is not shown again to who does not see what it tells', async () => {
  const join = async (ids: number[]) => {
    const own = `${contract.teams.path}${team.team_id}/`
    const { version } = (await as<Row<'teams'>>(admin, 'GET', own)).body
    expect((await as(admin, 'PATCH', own, { members: ids, version })).status).toBe(200)
  }
  const post = async (path: string, body: object, key: string) => {
    const answer = await as<ErrorAnswer>(outsider.token, 'POST', path, body, { 'idempotency-key': key })
    return { ...answer, isReplay: answer.headers.get('idempotency-replayed') === 'true' }
  }
  const create = (opportunity_name: string, team_id: number | null) =>
    post(contract.opportunities.path, { opportunity_name, team_id }, opportunity_name)
  const countOf = async (name: string) =>
    (await as<ListAnswer<unknown>>(admin, 'GET', `${contract.opportunities.path}?q=${name}`)).body.count

  await join([member.id, outsider.id])
  expect(await create('Nachtigall', team.team_id)).toMatchObject({ status: 201, isReplay: false })
  expect(await create('Nachtigall', team.team_id)).toMatchObject({ status: 201, isReplay: true })
  const { organization_id: organization } = await make('organizations')
  const { opportunity_id: opportunity } = await make('opportunities', { team_id: team.team_id })
  const { supplier_id: supplier } = await make('suppliers')
  const draft = await make('contracts', {
    ...{ organization, opportunity, supplier, start_date: '2027-01-01', term: 12 },
  })
  const { utility_state_id: utility_state } = await make('utilityStates', {
    utility: (await make('utilities')).utility_id,
    state: 44,
  })
  const { utility_account_id: utility_account } = await make('utilityAccounts', {
    organization,
    utility_state,
  })
  await make('contractAccounts', { contract: draft.contract_id, utility_account })
  const sign = (id: number, key: string) =>
    post(`${contract.contracts.path}${id}/sign/`, { signed_on: '2026-01-02' }, key)
  expect(await sign(draft.contract_id, 'sign')).toMatchObject({ status: 200, isReplay: false })

  await join([member.id])
  const after = await create('Nachtigall', team.team_id)
  expect([after.status, after.body.code, after.isReplay]).toEqual([422, 'key_reused', false])
  expect(JSON.stringify(after.body)).not.toContain('Nachtigall')
  expect(await countOf('Nachtigall')).toBe(1)
  const signed = await sign(draft.contract_id, 'sign')
  const none = await sign(nothing, 'sign')
  expect([signed.status, signed.isReplay]).toEqual([422, false])
  expect(comparable(signed, draft.contract_id)).toEqual(comparable(none, nothing))

  // One that was limited since, while its author sees the same teams.
  const open = await create('Rotkehlchen', null)
  expect(await create('Rotkehlchen', null)).toMatchObject({ status: 201, isReplay: true })
  const { opportunity_id: id } = open.body as unknown as Row<'opportunities'>
  await as(admin, 'PATCH', `${contract.opportunities.path}${id}/`, { team_id: team.team_id })
  expect(await create('Rotkehlchen', null)).toMatchObject({ status: 422, isReplay: false })
  expect(await countOf('Rotkehlchen')).toBe(1)
})

test('[TEAM-3, HIST-6] a note that comes from a hidden record does not tell from which', async () => {
  const { contact_id } = await make('contacts')
  const { body: note } = await as<Row<'notes'>>(admin, 'POST', contract.notes.path, {
    description: '<p>Moves</p>',
    object_id: `opportunity-${idOf('opportunities')}`,
  })
  const moved = { object_id: `contact-${contact_id}`, content_type: null }
  expect((await as(admin, 'PATCH', `${contract.notes.path}${note.id}/`, moved)).status).toBe(200)
  const movesSeenBy = async (token: string) =>
    (
      await as<TimelineAnswer>(token, 'GET', `${timelinePath('contacts', contact_id)}?kind=notes`)
    ).body.results
      .map((entry) => entry.moved)
      .filter((move) => move !== null)
  const to = expect.objectContaining({ resource: 'contacts', id: contact_id }) as unknown
  const from = expect.objectContaining({ id: idOf('opportunities'), name: `${canary} deal` }) as unknown
  expect(await movesSeenBy(admin)).toEqual([{ from, to }])
  expect(await movesSeenBy(outsider.token)).toEqual([{ from: null, to }])
})

test('[TEAM-3, HIST-4, HIST-7] quotes of a bid that went to a hidden opportunity are not told where it was, nor do they end a page', async () => {
  const was = await make('opportunities')
  const { legal_entity, utility_state } = (
    await as<Row<'bids'>>(admin, 'GET', `${contract.bids.path}${idOf('bids')}/`)
  ).body
  const { supplier_id: supplier } = await make('suppliers')
  const { bid_id: bid } = await make('bids', {
    opportunity: was.opportunity_id,
    legal_entity,
    utility_state,
  })
  await make('quotes', { bid, supplier })
  const { quote_id } = await make('quotes', { bid, supplier, term: 24 })
  await as(admin, 'PATCH', `${contract.quotes.path}${quote_id}/`, { price: 4.5 })
  const entriesFor = async (token: string) => {
    const seen: string[] = []
    let next: string | null = null
    do {
      const path: string = `${timelinePath('opportunities', was.opportunity_id)}?limit=1${next === null ? '' : `&before=${next}`}`
      const page: TimelineAnswer = (await as<TimelineAnswer>(token, 'GET', path)).body
      seen.push(...page.results.map(({ action, kind }) => `${action} ${kind}`))
      next = page.next
    } while (next !== null)
    return seen
  }
  const quotesTold = ['update quotes', 'create quotes', 'create quotes']
  expect(await entriesFor(outsider.token)).toEqual([...quotesTold, 'create links', 'create changes'])
  const opportunity = idOf('opportunities')
  expect((await as(admin, 'PATCH', `${contract.bids.path}${bid}/`, { opportunity })).status).toBe(200)
  expect(await entriesFor(admin)).toEqual(['delete links', ...quotesTold, 'create links', 'create changes'])
  expect(await entriesFor(outsider.token)).toEqual(['create changes'])
  expect((await as(outsider.token, 'GET', timelinePath('bids', bid))).status).toBe(404)
})

test('[TEAM-2] without an administrator the staff who lack nothing see every record', async () => {
  await setRole(api, 'team', null)
  const list = await as<ListAnswer<unknown>>(admin, 'GET', `${contract.opportunities.path}?q=${canary}`)
  await setRole(api, 'team', 'administrator')
  expect(list.body.count).toBe(1)
})

import { sql } from 'kysely'
import { contract, type Input, type ResourceName, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { dayPath, noticeDays, type DayAnswer } from '../../src/contract/day'
import { addDays, addMonths, monthOf } from '../../src/contract/gas/calendar'
import { startApi, type TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { putAccount, quoteMaker } from '../testing/gas'
import { untilAnswer } from '../testing/until'
import { todayOf } from './market'
import { createReadinessCounter } from './readiness'

type Opportunity = Row<'opportunities'>

const { path } = contract.opportunities

let api: TestApi
let makers: ReturnType<typeof quoteMaker>
let token: string
let today: string
beforeAll(async () => {
  api = await startApi()
  makers = quoteMaker(api)
  token = (await api.signIn()).access
  today = todayOf(api.database.db)
})
afterAll(() => api.close())

const get = async <T>(address: string) => (await api.asBroker<T>('GET', address)).body
const patch = async <N extends ResourceName>(name: N, id: number, body: Partial<Input<N>>) => {
  const address = `${contract[name].path}${id}/`
  const { version } = await get<{ version: number }>(address)
  const { status } = await api.asBroker('PATCH', address, { ...body, version })
  expect(status).toBe(200)
}
const remove = async (name: ResourceName, id: number) => {
  const { status } = await api.asBroker('DELETE', `${contract[name].path}${id}/`)
  expect(status).toBe(204)
}
const restore = (name: ResourceName, id: number) =>
  api.asBroker('POST', `${contract[name].path}${id}/restore/`)
const readinessOf = async (id: number): Promise<[number | null, string[]]> => {
  const { ready_score, ready_missing } = await get<Opportunity>(`${path}${id}/`)
  return [ready_score, ready_missing]
}
/** Waits until the background has counted what is expected. */
const expectReady = async (id: number, ...expected: [number, string[]]) => {
  const found = await untilAnswer(
    () => readinessOf(id),
    (ready) => JSON.stringify(ready) === JSON.stringify(expected),
  )
  expect(found).toEqual(expected)
}
const idsBy = async (query: string) =>
  (await get<ListAnswer<Opportunity>>(`${path}?ordering=created_at&${query}`)).results.map(
    ({ opportunity_id }) => opportunity_id,
  )

const letterFor = async (owner: string, tags = ['LOA']) => {
  const { status, body } = await sendForm<Row<'files'>>(
    api,
    token,
    ['POST', contract.files.path],
    [
      { name: 'file', value: 'A letter', filename: 'loa.pdf', type: 'application/pdf' },
      { name: 'object_id', value: owner },
      ...tags.map((value) => ({ name: 'tags', value })),
    ],
  )
  expect(status).toBe(201)
  return body.file_id
}

/** Bills whole months, the latest of them the one before this one. */
async function billMonths(meter: number, count: number) {
  const first = addMonths(monthOf(today), -count)
  const made: Row<'billPeriods'>[] = []
  for (let index = 0; index < count; index++)
    made.push(
      await makers.record('billPeriods', {
        meter,
        read_from: `${addMonths(first, index)}-01`,
        read_to: `${addMonths(first, index + 1)}-01`,
        quantity: 100,
        unit: 'dth',
      }),
    )
  return made
}

/** Makes an opportunity with everything but credit: its bid has two accounts, of 12 and of 9 complete months. */
async function almostReady() {
  const { organization_id: organization } = await makers.record('organizations', { tax_id: '12-3456789' })
  const { opportunity_id } = await makers.record('opportunities', { organizations: [organization] })
  const { contact_id: contact } = await makers.record('contacts')
  const link = await makers.record('organizationContacts', {
    organization,
    contact,
    work_email: 'ada@larkfield.example',
  })
  const { utility_id } = await makers.record('utilities')
  const { utility_state_id } = await makers.record('utilityStates', { utility: utility_id, state: 36 })
  const { address_id: address } = await makers.record('addresses')
  const account = async (change: Partial<Input<'utilityAccounts'>>) =>
    (await makers.record('utilityAccounts', { organization, utility_state: utility_state_id, ...change }))
      .utility_account_id
  const accounts = [await account({ address }), await account({})] as const
  const meterOf = async (utility_account: number) =>
    (await makers.record('meters', { utility_account })).meter_id
  const meters = [await meterOf(accounts[0]), await meterOf(accounts[1])] as const
  await billMonths(meters[0], 12)
  const periods = await billMonths(meters[1], 9)
  const bid = await makers.record('bids', {
    opportunity: opportunity_id,
    legal_entity: organization,
    utility_state: utility_state_id,
    utility_accounts: [...accounts],
  })
  const letter = await letterFor(`opportunity-${opportunity_id}`)
  return { id: opportunity_id, organization, contact, link, address, accounts, meters, periods, bid, letter }
}

test('[RDY-1, RDY-3, WE-19] the score of an opportunity follows whatever it rests on', async () => {
  const { opportunity_id: bare } = await makers.record('opportunities')
  expect(await readinessOf(bare)).toEqual([
    0,
    ['loa', 'usage', 'legal_entity', 'meters', 'credit', 'contact'],
  ])

  const deal = await almostReady()
  const { id, organization, accounts } = deal
  const start = ['usage', 'meters', 'credit']
  await expectReady(id, 79, start)
  const { version } = await get<Opportunity>(`${path}${id}/`)

  await patch('organizations', organization, { duns_number: '123456789' })
  await expectReady(id, 89, ['usage', 'meters'])
  await patch('organizations', organization, { duns_number: null, tax_id: null })
  await expectReady(id, 64, ['usage', 'legal_entity', 'meters', 'credit'])
  await patch('organizations', organization, { fein_number: '98-7654321' })
  await expectReady(id, 79, start)

  await patch('organizationContacts', deal.link.organization_contact_id, { employment_status: 'expired' })
  await expectReady(id, 74, [...start, 'contact'])
  await patch('organizationContacts', deal.link.organization_contact_id, { employment_status: 'active' })
  await expectReady(id, 79, start)
  await remove('contacts', deal.contact)
  await expectReady(id, 74, [...start, 'contact'])
  await restore('contacts', deal.contact)
  await expectReady(id, 79, start)

  await remove('files', deal.letter)
  await expectReady(id, 54, ['loa', ...start])
  await letterFor(`opportunity-${id}`, ['NDA'])
  await letterFor(`organization-${organization}`, ['Usage', 'LOA'])
  await expectReady(id, 79, start)
  await patch('utilityAccounts', accounts[1], { loa_expires_on: addDays(today, -1) })
  await expectReady(id, 54, ['loa', ...start])
  await patch('utilityAccounts', accounts[1], { loa_expires_on: today, address: deal.address })
  await expectReady(id, 86, ['usage', 'credit'])
  await remove('addresses', deal.address)
  await expectReady(id, 71, start)
  await restore('addresses', deal.address)
  await expectReady(id, 86, ['usage', 'credit'])

  await patch('billPeriods', deal.periods[0]?.bill_period_id ?? 0, { status: 'cancelled' })
  await expectReady(id, 85, ['usage', 'credit'])
  // One that is to be removed later is in service until then.
  await patch('meters', deal.meters[1], { removed_on: addDays(today, 1) })
  await expectReady(id, 85, ['usage', 'credit'])
  await patch('meters', deal.meters[1], { removed_on: today })
  await expectReady(id, 78, start)
  await remove('meters', deal.meters[1])
  await expectReady(id, 68, start)
  await patch('utilityAccounts', accounts[1], { status: 'closed' })
  await expectReady(id, 90, ['credit'])
  const setup = { opportunity: id, organization }
  expect((await api.asBroker('POST', contract.creditSetups.path, setup)).status).toBe(201)
  await expectReady(id, 100, [])
  await patch('bids', deal.bid.bid_id, { utility_accounts: [] })
  await expectReady(id, 55, ['usage', 'meters'])
  await patch('bids', deal.bid.bid_id, { utility_accounts: [accounts[0]] })
  await remove('bids', deal.bid.bid_id)
  await expectReady(id, 40, ['usage', 'legal_entity', 'meters'])

  // Only the request for credit has changed the record itself.
  expect((await get<Opportunity>(`${path}${id}/`)).version).toBe(version + 1)
  await patch('opportunities', id, { organizations: [] })
  expect(await readinessOf(id)).toEqual([10, ['loa', 'usage', 'legal_entity', 'meters', 'contact']])
})

test('[RDY-1, RDY-3] the turn of the day counts anew, and so does the first start after an upgrade', async () => {
  const { opportunity_id: old } = await makers.record('opportunities')
  const { opportunity_id: fresh } = await makers.record('opportunities')
  const letter = await letterFor(`opportunity-${old}`)
  await letterFor(`opportunity-${fresh}`)
  const others = ['usage', 'legal_entity', 'meters', 'credit', 'contact']
  await expectReady(old, 25, others)
  await expectReady(fresh, 25, others)
  const { db } = api.database
  const dueOn = async (id: number) =>
    (
      await db
        .selectFrom('opportunities')
        .select('ready_until')
        .where('opportunity_id', '=', id)
        .executeTakeFirstOrThrow()
    ).ready_until
  expect(await dueOn(old)).toBe(`${Number(today.slice(0, 4)) + 1}${today.slice(4)}`)

  // As if a year had passed for one of them, and the other one came from an older version.
  await db
    .updateTable('files')
    .set({ created_at: `${addDays(today, -366)}T12:00:00.000Z` })
    .where('file_id', '=', letter)
    .execute()
  await db
    .updateTable('opportunities')
    .set({ ready_until: today })
    .where('opportunity_id', '=', old)
    .execute()
  await db
    .updateTable('opportunities')
    .set({ ready_score: null, ready_missing: '[]', ready_until: '' })
    .where('opportunity_id', '=', fresh)
    .execute()
  expect(await readinessOf(fresh)).toEqual([null, []])
  const job = createReadinessCounter(api.database, (error) => {
    throw error
  })
  job.wake()
  await expectReady(old, 0, ['loa', ...others])
  await expectReady(fresh, 25, others)
  expect(await dueOn(old)).toBe(null)
  await job.stop()
})

test('[RDY-3] opportunities are found by their score and by what they lack', async () => {
  const { organization_id } = await makers.record('organizations', { duns_number: '555555555' })
  const within = `organizations=${organization_id}`
  const make = async () =>
    (await makers.record('opportunities', { organizations: [organization_id] })).opportunity_id
  const [first, second] = [await make(), await make()]
  await letterFor(`opportunity-${second}`)
  await expectReady(second, 35, ['usage', 'legal_entity', 'meters', 'contact'])
  expect(await idsBy(`${within}&ready_missing=loa`)).toEqual([first])
  expect(await idsBy(`${within}&ready_missing=loa,contact`)).toEqual([first, second])
  expect(await idsBy(`${within}&ready_missing=credit`)).toEqual([])
  expect(await idsBy(`${within}&ready_score_from=35`)).toEqual([second])
  expect(await idsBy(`${within}&ready_score_from=1&ready_score_to=34`)).toEqual([first])
  expect(await idsBy(`${within}&ready_to_price=true`)).toEqual([])
  for (const query of [
    'ready_missing=money',
    'ready_missing=loa,',
    'ready_score_from=all',
    'ready_to_price=1',
  ])
    expect((await api.asBroker('GET', `${path}?${query}`)).status).toBe(400)
})

test('[RDY-4] the numbers of the day are those of the lists that they lead to', async () => {
  const before = await get<DayAnswer>(dayPath)
  expect(before.day).toBe(today)
  const due = async (pricing_due_date: string) =>
    (await makers.record('opportunities', { pricing_due_date })).opportunity_id
  const noon = (day: string) => `${day}T17:00:00.000Z`
  const onDay = [await due(today), await due(noon(today))]
  const past = [await due(addDays(today, -1)), await due(noon(addDays(today, -1)))]
  const next = [
    ...onDay,
    await due(addDays(today, 1)),
    await due(noon(addDays(today, 1))),
    await due(addDays(today, 6)),
    await due(noon(addDays(today, 6))),
  ]
  await due(addDays(today, 7))
  await due(noon(addDays(today, 7)))
  // What is decided, or has been awarded, is open work no longer.
  for (const pricing_due_date of [today, addDays(today, -1), addDays(today, 1)]) {
    await makers.record('opportunities', { pricing_due_date, stage: 'won' })
    const lost = { stage: 'lost', lost_reason: 'price' } as const
    await makers.record('opportunities', { pricing_due_date, ...lost })
  }
  for (const day of [today, addDays(today, -1), addDays(today, 1)]) {
    const bid = await makers.makeBid({}, { pricing_due_date: day })
    const { quote_id } = await makers.makeQuote(bid, { quote_kind: 'firm' })
    const { status } = await api.asBroker('POST', `${contract.quotes.path}${quote_id}/award/`)
    expect(status).toBe(200)
  }

  const deal = await almostReady()
  await patch('utilityAccounts', deal.accounts[1], { status: 'closed' })
  await patch('organizations', deal.organization, { bin_number: '777' })
  await expectReady(deal.id, 100, [])

  const supplier = (await makers.record('suppliers')).supplier_id
  const signed = async (notice_days: number, isSigned = true) => {
    const made = await makers.record('contracts', {
      organization: deal.organization,
      supplier,
      start_date: addDays(addMonths(monthOf(today), -11) + '-01', 0),
      term: 13,
      notice_days,
    })
    const address = `${contract.contracts.path}${made.contract_id}/`
    if (isSigned) {
      await putAccount(makers.record, made)
      await api.asBroker('POST', `${address}sign/`, { signed_on: addDays(today, -1) })
    }
    return get<Row<'contracts'>>(address)
  }
  const ends = (await signed(0, false)).end_date ?? ''
  const left = Math.round((Date.parse(ends) - Date.parse(today)) / 86_400_000)
  await signed(left - 7)
  await signed(left - 7, false)
  await signed(left - noticeDays - 5)

  const numbers = await get<DayAnswer>(dayPath)
  expect(numbers).toEqual({
    ...before,
    due_today: before.due_today + 2,
    overdue: before.overdue + 2,
    notices: before.notices + 1,
    ready: before.ready + 1,
  })
  expect(await idsBy('pricing_due=today')).toEqual(onDay)
  expect(await idsBy('pricing_due=overdue')).toEqual(past)
  expect(await idsBy('pricing_due=next_7')).toEqual(next)
  expect(await idsBy('ready_to_price=true')).toEqual([deal.id])
  await patch('opportunities', deal.id, { stage: 'won' })
  expect(await idsBy('ready_to_price=true')).toEqual([])
  expect((await get<DayAnswer>(dayPath)).ready).toBe(before.ready)
  await patch('opportunities', deal.id, { stage: 'pricing' })
  const { count } = await get<ListAnswer<Row<'contracts'>>>(
    `${contract.contracts.path}?notice_within=${noticeDays}`,
  )
  expect(count).toBe(numbers.notices)

  const quote = await makers.makeQuote(deal.bid)
  expect((await get<DayAnswer>(dayPath)).ready).toBe(before.ready)
  await sql`update quotes set valid_until = ${new Date(Date.now() + 5_000).toISOString()} where quote_id = ${quote.quote_id}`.execute(
    api.database.db,
  )
  const { quotes_expiring } = await get<DayAnswer>(dayPath)
  expect(quotes_expiring).toBe((await idsBy('quotes_expire_today=true')).length)
  expect(quotes_expiring).toBe(before.quotes_expiring + 1)
})

test('[RDY-4] a list that depends on the moment follows it without a change', async () => {
  const deal = await almostReady()
  await patch('utilityAccounts', deal.accounts[1], { status: 'closed' })
  await patch('organizations', deal.organization, { bin_number: '778' })
  await expectReady(deal.id, 100, [])
  await makers.makeQuote(deal.bid, { valid_until: new Date(Date.now() + 120_000).toISOString() })
  for (let times = 0; times < 3; times++) expect(await idsBy('ready_to_price=true')).not.toContain(deal.id)
  const now = jest.spyOn(api.database.clock, 'now').mockReturnValue(new Date(Date.now() + 240_000))
  expect(await idsBy('ready_to_price=true')).toContain(deal.id)
  expect((await get<DayAnswer>(dayPath)).ready).toBe((await idsBy('ready_to_price=true')).length)
  now.mockRestore()
})

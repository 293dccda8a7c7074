import { contract, type Input, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { contractAmendmentsPath, type ContractAmendment } from '../../src/contract/contractActions'
import { addDays, addMonths, marketDay, monthOf, monthsFrom } from '../../src/contract/gas/calendar'
import { monthlyVolumes } from '../../src/contract/gas/choices'
import { startApi, type TestApi } from '../testing/api'
import { profileVolumes, putAccount, quoteMaker } from '../testing/gas'
import { expectOrderings, folded } from '../testing/orderings'
import { until } from '../testing/until'

type Contract = Row<'contracts'>

const { path } = contract.contracts
const one = ({ contract_id }: Pick<Contract, 'contract_id'>) => `${path}${contract_id}/`

let api: TestApi
let makers: ReturnType<typeof quoteMaker>
let team: string
beforeAll(async () => {
  api = await startApi()
  makers = quoteMaker(api)
  team = (await api.signIn('team')).access
})
afterAll(() => api.close())

const get = async <T>(address: string) => (await api.asBroker<T>('GET', address)).body
const list = (query: string) => get<ListAnswer<Contract>>(`${path}?${query}`)
const idsBy = async (query: string) =>
  (await list(query)).results.map(({ contract_id }) => contract_id).sort((a, b) => a - b)
const act = (of: Pick<Contract, 'contract_id'>, action: string, body: object = {}, headers = {}) =>
  api.asBroker<Contract & ErrorAnswer>('POST', `${one(of)}${action}/`, body, headers)
const refusal = async (of: Pick<Contract, 'contract_id'>, action: string, body: object = {}) => {
  const { status, body: answer } = await act(of, action, body)
  return [status, answer.fields ?? answer.detail]
}

const make = async (change: Partial<Input<'contracts'>> = {}) => {
  const { organization_id } = await makers.record('organizations')
  const { supplier_id } = await makers.record('suppliers')
  return makers.record('contracts', { organization: organization_id, supplier: supplier_id, ...change })
}
const sample = { start_date: '2026-11-01', term: 12, after_end: 'holdover', notice_days: 60 } as const
/** A draft with all that a signature needs. */
const signable = async (change: Partial<Input<'contracts'>> = {}) => {
  const made = await make({ ...sample, ...change })
  await putAccount(makers.record, made)
  return made
}
const signed = async (change: Partial<Input<'contracts'>> = {}) =>
  (await act(await signable(change), 'sign', { signed_on: '2026-10-15' })).body

const makeAccount = async (change: Partial<Input<'utilityAccounts'>> = {}) => {
  const { utility_id } = await makers.record('utilities')
  const { utility_state_id } = await makers.record('utilityStates', { utility: utility_id, state: 36 })
  const { organization_id } = await makers.record('organizations')
  return makers.record('utilityAccounts', {
    organization: organization_id,
    utility_state: utility_state_id,
    ...change,
  })
}

/** An awarded quote of a bid of its own, and its contract. */
const award = async (change: Partial<Input<'quotes'>> = {}) => {
  const { utility_account_id } = await makeAccount()
  const bid = await makers.makeBid({ utility_accounts: [utility_account_id] })
  const quote = await makers.makeQuote(bid, { quote_kind: 'firm', fee: 0.12, swing: 0.1, ...change })
  const { status } = await api.asBroker('POST', `${contract.quotes.path}${quote.quote_id}/award/`)
  const drafts = await list(`quote=${quote.quote_id}`)
  return { bid, quote, status, drafts: drafts.results }
}
const revoke = (quote: Row<'quotes'>) =>
  api.asBroker('POST', `${contract.quotes.path}${quote.quote_id}/revoke-award/`)

test('[CTR-1, CTR-2] a contract is entered by hand, found, changed and sorted', async () => {
  const made = await make({ contract_number: '  Brackwater 7 ', ...sample, ...profileVolumes })
  expect(made).toMatchObject({
    contract_number: 'Brackwater 7',
    state: 'draft',
    end_date: '2027-10-31',
    notice_by: '2027-09-01',
    notice_opens: null,
    january_volume: 1800,
    volume_unit: 'dth',
    version: 1,
  })
  expect((await list('q=brackw')).results).toEqual([made])
  const changed = await api.asBroker<Contract>('PATCH', one(made), {
    term: 24,
    notice_open_days: 180,
    version: 1,
  })
  expect(changed.body).toMatchObject({ end_date: '2028-10-31', notice_opens: '2028-05-04', version: 2 })
  expect((await api.asBroker('PATCH', one(made), { term: 36, version: 1 })).body.code).toBe('stale_version')
  const wrong = await api.asBroker('PATCH', one(made), { start_rule: 'meter_read', start_date: '2026-11-02' })
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['start_date']])
  for (const start_date of ['2027-01-01', '2026-05-01', undefined])
    await make(start_date === undefined ? {} : { start_date, term: 1 })
  await expectOrderings(
    api,
    'contracts',
    {
      contract_number: (row) => folded(row.contract_number),
      organization: (row) => folded((row.organization as unknown as Row<'organizations'>).name),
      supplier: (row) => folded((row.supplier as unknown as Row<'suppliers'> | null)?.name ?? null),
      start_date: (row) => row.start_date,
      end_date: (row) => row.end_date,
      notice_by: (row) => row.notice_by,
      signed_on: (row) => row.signed_on,
      created_at: (row) => row.created_at,
      modified_at: (row) => row.modified_at,
    },
    'expand=organization,supplier',
  )
})

test.each([
  ['2026-11-01', 12, '2027-10-31'],
  ['2027-01-31', 1, '2027-02-27'],
  ['2028-02-29', 12, '2029-02-27'],
  ['2026-12-15', 18, '2028-06-14'],
  ['2027-02-28', 12, '2028-02-27'],
])('[CTR-3, WE-16] a contract from %s over %d months ends on %s', async (start_date, term, end_date) => {
  expect(await make({ start_date, term })).toMatchObject({ end_date })
})

test('[CTR-3, K10] starts after the year 2199 are refused, of contracts, amendments, bids and quotes', async () => {
  const why = { start_date: 'Enter a year up to 2199.' }
  const { organization_id } = await makers.record('organizations')
  for (const [start_date, term] of [
    ['9999-12-01', 120],
    ['9999-01-01', 12],
    ['2200-01-01', 1],
  ] as const) {
    const body = { organization: organization_id, start_date, term }
    const made = await api.asBroker('POST', path, body)
    expect([made.status, made.body.fields]).toEqual([400, why])
  }
  const last = await signed({ start_date: '2199-12-31', term: 120 })
  expect(last.end_date).toBe('2209-12-30')
  const amendment = { effective_on: '2027-01-01', reason: 'Later', fields: { start_date: '9999-12-01' } }
  expect(await refusal(last, 'amend', amendment)).toEqual([400, why])
  const bid = await makers.makeBid()
  const late = await api.asBroker('PATCH', `${contract.bids.path}${bid.bid_id}/`, {
    start_date: '9999-12-01',
  })
  expect([late.status, late.body.fields]).toEqual([400, why])
})

test('[CTR-6, WE-17] days of notice follow the holidays of the market, also where these change', async () => {
  const terms = { start_date: '2026-04-01', term: 12, notice_days: 60 } as const
  const calendar = await make(terms)
  const business = await make({
    ...terms,
    start_date: '2026-01-01',
    notice_days: 10,
    notice_kind: 'business',
  })
  expect([calendar.notice_by, business.notice_by]).toEqual(['2027-01-29', '2026-12-16'])
  const holiday = await makers.record('marketHolidays', { day: '2027-01-29', name: 'Closed' })
  const noticeBy = async () => (await get<Contract>(one(calendar))).notice_by
  await until(async () => (await noticeBy()) === '2027-01-28')
  expect((await get<Contract>(one(calendar))).version).toBe(2)
  await api.send('DELETE', `${contract.marketHolidays.path}${holiday.holiday_id}/`, { token: team })
  await until(async () => (await noticeBy()) === '2027-01-29')
  expect((await get<Contract>(one(business))).version).toBe(1)
})

test('[CTR-7, WE-18] state, days to the end and bucket are those of a day, and lists filter by them', async () => {
  const made = await signed()
  const on = async (day: string) => {
    const { state, days_to_end, bucket } = await get<Contract>(`${one(made)}?as_of=${day}`)
    const found = await idsBy(`state=${state}&as_of=${day}&organization=${made.organization}`)
    expect(found).toEqual([made.contract_id])
    const inBucket = await idsBy(`bucket=${bucket ?? 180}&as_of=${day}&organization=${made.organization}`)
    expect(inBucket).toEqual(bucket === null ? [] : [made.contract_id])
    return [state, days_to_end, bucket]
  }
  expect(await on('2026-10-14')).toEqual(['draft', 382, null])
  expect(await on('2026-10-15')).toEqual(['signed', 381, null])
  expect(await on('2026-10-31')).toEqual(['signed', 365, null])
  expect(await on('2026-11-01')).toEqual(['active', 364, null])
  expect(await on('2027-05-04')).toEqual(['active', 180, 180])
  expect(await on('2027-10-31')).toEqual(['active', 0, 30])
  expect(await on('2027-11-01')).toEqual(['holdover', -1, null])
  await signed({ renews: made.contract_id, start_date: '2027-11-01' })
  expect(await on('2027-11-01')).toEqual(['renewed', -1, null])
  await act(made, 'terminate', { terminated_on: '2027-03-31', reason: 'Closed the plant' })
  expect(await on('2027-03-31')).toEqual(['active', 214, null])
  expect(await on('2027-04-01')).toEqual(['terminated', 213, null])
  for (const [after_end, state] of [
    ['ends', 'ended'],
    ['evergreen', 'evergreen'],
    ['auto_renew', 'auto_renewed'],
  ] as const) {
    const other = await signed({ after_end })
    expect(await idsBy(`state=draft,${state}&as_of=2028-01-01&organization=${other.organization}`)).toEqual([
      other.contract_id,
    ])
  }
  expect((await api.asBroker('GET', `${path}?state=odd`)).status).toBe(400)
  expect((await api.asBroker('GET', `${path}?bucket=45`)).status).toBe(400)
})

test('[CTR-7, CTR-8, GAS-5] a contract is renewed, and at stake no longer, from the day of that signature on', async () => {
  const renewed = async (start_date: string) => {
    const made = await signed({ start_date })
    const next = await signable({ renews: made.contract_id, start_date: '2027-12-01' })
    await act(next, 'sign', { signed_on: '2026-11-20' })
    return made
  }
  const over = await renewed('2025-11-01')
  const stateOn = async (day: string) => {
    const { state } = await get<Contract>(`${one(over)}?as_of=${day}`)
    expect(await idsBy(`state=${state}&as_of=${day}&organization=${over.organization}`)).toEqual([
      over.contract_id,
    ])
    return state
  }
  expect(await stateOn('2026-11-19')).toBe('holdover')
  expect(await stateOn('2026-11-20')).toBe('renewed')
  const running = await renewed('2026-03-01')
  const atStake = (day: string) => idsBy(`at_stake=true&as_of=${day}&organization=${running.organization}`)
  expect(await atStake('2026-10-14')).toEqual([])
  expect(await atStake('2026-10-15')).toEqual([running.contract_id])
  expect(await atStake('2026-11-19')).toEqual([running.contract_id])
  expect(await atStake('2026-11-20')).toEqual([])
})

test('[CTR-1] lists filter by end and by notice, by supplier and by what follows', async () => {
  const made = await make(sample)
  const within = async (query: string) => idsBy(`organization=${made.organization}&${query}`)
  const found = [made.contract_id]
  expect(await within('end_date_from=2027-10-31&end_date_to=2027-10-31')).toEqual(found)
  expect(await within('end_date_from=2027-11-01')).toEqual([])
  expect(await within('notice_by_from=2027-09-01&notice_by_to=2027-09-01')).toEqual(found)
  expect(await within('notice_by_to=2027-08-31')).toEqual([])
  expect(await within(`supplier=${made.supplier}&after_end=holdover`)).toEqual(found)
  expect(await within('after_end=ends')).toEqual([])
})

test('[QUO-10, CTR-2] an award makes a draft of all that its quote and bid know', async () => {
  const { bid, quote, status, drafts } = await award()
  expect(status).toBe(200)
  expect(drafts).toMatchObject([
    {
      state: 'draft',
      opportunity: bid.opportunity,
      bid: bid.bid_id,
      organization: bid.legal_entity,
      utility_state: bid.utility_state,
      supplier: quote.supplier,
      pricing_type: 1,
      price: quote.price,
      price_unit: 'dth',
      pricing_point: 'Burner Tip',
      swing: 0.1,
      fee: 0.12,
      fee_unit: 'dth',
      term: 12,
      start_date: '2027-01-01',
      end_date: '2027-12-31',
      january_volume: 1800,
      december_volume: 1700,
    },
  ])
})

test('[CTR-2, CTR-8, QUO-6] an award of a bid that knows its year alone makes a draft with a twelfth in each month', async () => {
  const none = Object.fromEntries(Object.keys(profileVolumes).map((month) => [month, null]))
  const drafted = async (volumes: object) => {
    const bid = await makers.makeBid({ ...none, ...volumes })
    const quote = await makers.makeQuote(bid, { quote_kind: 'firm', fee: 0.1 })
    await api.asBroker('POST', `${contract.quotes.path}${quote.quote_id}/award/`, {
      reason: 'They asked for it',
    })
    return (await list(`quote=${quote.quote_id}`)).results[0]
  }
  expect(await drafted({ annual_volume: 1_200 })).toMatchObject({
    january_volume: 100,
    december_volume: 100,
    annual_dth: 1_200,
    yearly_fee: 120,
  })
  expect(await drafted({ annual_volume: 1_000 })).toMatchObject({ june_volume: 83.333, annual_dth: 1_000 })
  expect(await drafted({ annual_volume: 1_200, july_volume: 40 })).toMatchObject({
    june_volume: 100,
    july_volume: 40,
    annual_dth: 1_140,
  })
  expect(await drafted({ annual_volume: null })).toMatchObject({ june_volume: null, annual_dth: null })
})

test('[CTR-2, UNIT-3, UNIT-5] the months of such a draft have the places of their unit, and sum up to the year', async () => {
  const none = Object.fromEntries(monthlyVolumes.map((month) => [month, null]))
  const drafted = async (volumes: object) => {
    const bid = await makers.makeBid({ ...none, ...volumes })
    const quote = await makers.makeQuote(bid, { quote_kind: 'firm' })
    await api.asBroker('POST', `${contract.quotes.path}${quote.quote_id}/award/`, {
      reason: 'They asked for it',
    })
    const [draft] = (await list(`quote=${quote.quote_id}`)).results
    return {
      unit: draft?.volume_unit,
      months: monthlyVolumes.map((month) => draft?.[month]),
      annual_dth: draft?.annual_dth,
    }
  }
  const twelve = (first: number, others: number) =>
    monthlyVolumes.map((_, index) => (index < 4 ? first : others))
  // 4 × 360.084 + 8 × 360.083 = 4,321.
  expect(await drafted({ annual_volume: 4_321 })).toEqual({
    ...{ unit: 'dth', months: twelve(360.084, 360.083), annual_dth: 4_321 },
  })
  // 4 × 3,600.84 + 8 × 3,600.83 = 43,210.
  expect(await drafted({ annual_volume: 43_210, volume_unit: 'th' })).toEqual({
    ...{ unit: 'th', months: twelve(3_600.84, 3_600.83), annual_dth: 4_321 },
  })
})

test('[CTR-2, CTR-9] a quote that says no swing offers the one that its bid asks for, and a renewal asks for what the former bid did', async () => {
  const drafted = async (swing: number[]) => {
    const bid = await makers.makeBid({ swing, utility_accounts: [(await makeAccount()).utility_account_id] })
    const quote = await makers.makeQuote(bid, { quote_kind: 'firm', swing: null })
    await api.asBroker('POST', `${contract.quotes.path}${quote.quote_id}/award/`)
    const [draft] = (await list(`quote=${quote.quote_id}`)).results
    if (!draft) throw new Error('There is no draft.')
    return draft
  }
  expect(await drafted([0.25])).toMatchObject({ swing: 0.25 })
  const open = await drafted([0.1, 0.25])
  expect(open).toMatchObject({ swing: null })
  await act(open, 'sign', { signed_on: '2026-11-26' })
  const { renewal } = (await act(open, 'renew')).body
  const { results } = await get<ListAnswer<Row<'bids'>>>(`${contract.bids.path}?opportunity=${renewal}`)
  expect(results).toMatchObject([{ swing: [0.1, 0.25] }])
})

test('[CTR-2, CTR-4] an award brings the accounts of its bid that are open and free, as pending', async () => {
  const { utility_account_id: free } = await makeAccount()
  const { utility_account_id: taken } = await makeAccount()
  const { utility_account_id: closed } = await makeAccount({ status: 'closed' })
  const other = await make({ start_date: '2027-06-01', term: 1 })
  await makers.record('contractAccounts', { contract: other.contract_id, utility_account: taken })
  const bid = await makers.makeBid({ utility_accounts: [taken, closed, free] })
  const quote = await makers.makeQuote(bid, { quote_kind: 'firm' })
  await api.asBroker('POST', `${contract.quotes.path}${quote.quote_id}/award/`)
  const [draft] = (await list(`quote=${quote.quote_id}`)).results
  const { results } = await get<ListAnswer<Row<'contractAccounts'>>>(
    `${contract.contractAccounts.path}?contract=${draft?.contract_id}`,
  )
  expect(results).toMatchObject([
    { utility_account: free, status: 'pending', flow_start: '2027-01-01', flow_end: '2027-12-31' },
  ])
  expect(results).toHaveLength(1)
  if (draft) expect((await act(draft, 'sign', { signed_on: '2026-11-26' })).status).toBe(200)
})

test('[QUO-11] a revoked award puts its draft into the trash, and a signed contract keeps the award', async () => {
  const { quote, drafts } = await award()
  const [draft] = drafts
  if (!draft) throw new Error('There is no draft.')
  expect((await revoke(quote)).status).toBe(200)
  expect((await list(`quote=${quote.quote_id}`)).count).toBe(0)
  const restored = await api.asBroker('POST', `${one(draft)}restore/`)
  expect([restored.status, restored.body.detail]).toEqual([409, 'The award of its quote was revoked.'])
  await api.asBroker('POST', `${contract.quotes.path}${quote.quote_id}/award/`)
  const [second] = (await list(`quote=${quote.quote_id}`)).results
  if (!second) throw new Error('There is no second draft.')
  await act(second, 'sign', { signed_on: '2026-11-26' })
  const late = await revoke(quote)
  expect([late.status, late.body.detail]).toEqual([409, 'The contract of this quote is signed.'])
})

test('[CTR-2, GAS-2] a signature needs supplier, start, term and an account, once, and a price that holds', async () => {
  const bare = await makers.record('contracts', {
    organization: (await makers.record('organizations')).organization_id,
  })
  const required = 'This field is required'
  expect(await refusal(bare, 'sign', { signed_on: '2026-11-01' })).toEqual([
    400,
    { supplier: required, start_date: required, term: required },
  ])
  expect(await refusal(bare, 'sign')).toEqual([400, { signed_on: required }])
  const empty = await make(sample)
  const needed = [409, 'Add at least one utility account before you sign.']
  expect(await refusal(empty, 'sign', { signed_on: '2026-10-15' })).toEqual(needed)
  const { contract_account_id } = await putAccount(makers.record, empty)
  const only = `${contract.contractAccounts.path}${contract_account_id}/`
  await api.asBroker('PATCH', only, { status: 'dropped', drop_reason: 'Not eligible' })
  expect(await refusal(empty, 'sign', { signed_on: '2026-10-15' })).toEqual(needed)
  const made = await signable()
  const key = { 'idempotency-key': `sign-${made.contract_id}` }
  const body = { signed_on: '2026-10-15', version: 1 }
  const first = await act(made, 'sign', body, key)
  expect([first.status, first.body.signed_on, first.body.version]).toEqual([200, '2026-10-15', 2])
  expect((await act(made, 'sign', body, key)).body).toEqual(first.body)
  expect(await refusal(made, 'sign', { signed_on: '2026-10-16' })).toEqual([
    409,
    'This contract was signed on 2026-10-15.',
  ])
  const stale = await act(made, 'terminate', { terminated_on: '2027-01-01', reason: 'x', version: 1 })
  expect([stale.status, stale.body.code]).toEqual([409, 'stale_version'])

  const today = marketDay(new Date().toISOString(), 'America/New_York')
  const day = addDays(today, -1)
  const { quote, drafts } = await award()
  const [draft] = drafts
  if (!draft) throw new Error('There is no draft.')
  await api.database.db
    .updateTable('quotes')
    .set({ valid_until: `${day}T17:00:00.000Z` })
    .where('quote_id', '=', quote.quote_id)
    .execute()
  for (const signed_on of [addDays(today, 1), '2099-01-01'])
    expect(await refusal(draft, 'sign', { signed_on })).toEqual([
      400,
      { signed_on: 'Must not be in the future.' },
    ])
  const late = { signed_on: today }
  expect(await refusal(draft, 'sign', late)).toEqual([
    409,
    expect.stringMatching(new RegExp(`^The price was valid until ${day} at \\d\\d:00\\.$`)),
  ])
  expect((await act(draft, 'sign', { ...late, price_confirmed: true })).status).toBe(200)
})

test('[CTR-2] a signed contract changes by amendments, which keep the old values', async () => {
  const made = await signed({ price: 4.2, fee: 0.1 })
  const direct = await api.asBroker('PATCH', one(made), { price: 4.1 })
  expect([direct.status, direct.body.code]).toEqual([409, 'refused'])
  expect((await api.asBroker('PATCH', one(made), { notes: 'Called.', price: 4.2 })).status).toBe(200)
  expect((await api.asBroker('PATCH', one(made), { supplier: null })).status).toBe(400)
  const amendment = { effective_on: '2027-02-01', reason: 'Blend and extend' }
  expect(await refusal(made, 'amend', { ...amendment, fields: { price: 4.2 } })).toEqual([
    400,
    { fields: 'Change at least one of the fields.' },
  ])
  expect(await refusal(made, 'amend', { ...amendment, fields: { term: null } })).toEqual([
    400,
    { term: 'This field is required' },
  ])
  expect((await refusal(made, 'amend', { ...amendment, fields: { notes: 'x' } }))[0]).toBe(400)
  expect((await refusal(made, 'amend', { ...amendment, fields: [1] }))[0]).toBe(400)
  const amended = await act(made, 'amend', { ...amendment, fields: { price: 4.05, term: 24, fee: 0.1 } })
  expect(amended.body).toMatchObject({
    price: 4.05,
    term: 24,
    end_date: '2028-10-31',
    notice_by: '2028-09-01',
  })
  const kept = await get<ListAnswer<ContractAmendment>>(contractAmendmentsPath(made.contract_id))
  expect(kept).toMatchObject({ count: 1, results: [{ ...amendment, before: { price: 4.2, term: 12 } }] })
  expect(await refusal(await make(sample), 'amend', { ...amendment, fields: { price: 4 } })).toEqual([
    409,
    'A draft is changed directly.',
  ])
})

test('[CTR-10] a signed contract is terminated on one of its days, once', async () => {
  const made = await signed()
  const wrong = { terminated_on: '2027-11-01', reason: 'Closed' }
  expect(await refusal(made, 'terminate', wrong)).toEqual([
    400,
    { terminated_on: 'Choose a day from 2026-11-01 to 2027-10-31.' },
  ])
  expect(await refusal(made, 'terminate', { terminated_on: '2027-01-31' })).toEqual([
    400,
    { reason: 'This field is required' },
  ])
  const ended = await act(made, 'terminate', { ...wrong, terminated_on: '2027-10-31' })
  expect(ended.body).toMatchObject({ terminated_on: '2027-10-31', termination_reason: 'Closed' })
  expect((await refusal(made, 'terminate', wrong))[1]).toBe('This contract was terminated on 2027-10-31.')
  expect((await refusal(await make(sample), 'terminate', wrong))[1]).toBe(
    'Only a signed contract can be terminated.',
  )
})

test('[CTR-9] a renewal makes one opportunity with a bid for the time after the end', async () => {
  const { drafts, bid } = await award({ term: 12 })
  const [draft] = drafts
  if (!draft) throw new Error('There is no draft.')
  expect((await refusal(draft, 'renew'))[1]).toBe('Only a signed contract can be renewed.')
  const { body: contractBefore } = await act(draft, 'sign', { signed_on: '2026-11-26' })
  const { version } = contractBefore
  const first = await act(draft, 'renew', { version })
  expect(first.status).toBe(200)
  const second = await act(draft, 'renew', { version })
  expect(second.body).toEqual(first.body)
  const { name } = await get<Row<'organizations'>>(`${contract.organizations.path}${bid.legal_entity}/`)
  const made = await get<Row<'opportunities'>>(`${contract.opportunities.path}${first.body.renewal}/`)
  expect(made).toMatchObject({
    opportunity_name: `${name} — 2028 renewal`,
    organizations: [bid.legal_entity],
  })
  expect(made.bids).toHaveLength(1)
  expect(await get<Row<'bids'>>(`${contract.bids.path}${made.bids[0]}/`)).toMatchObject({
    new_renewal: 'Renewal',
    start_date: '2028-01-01',
    annual_volume: 10_000,
    january_volume: 1800,
    terms: [12],
    swing: [0.1],
    pricing_type: [1],
    utility_state: bid.utility_state,
    utility_accounts: bid.utility_accounts,
  })
  await api.asBroker('DELETE', `${contract.opportunities.path}${made.opportunity_id}/`)
  const third = await act(draft, 'renew')
  expect(third.body.renewal).not.toBe(made.opportunity_id)
})

test('[CTR-2, CTR-7, CTR-8, CTR-9] the award of a renewal makes a draft that renews the former contract once it is signed', async () => {
  const former = await signed({ ...profileVolumes, price_unit: 'dth' })
  const { utility_state_id } = await makers.record('utilityStates', {
    utility: (await makers.record('utilities')).utility_id,
    state: 36,
  })
  await api.asBroker('PATCH', one(former), { utility_state: utility_state_id })
  const { renewal } = (await act(former, 'renew')).body
  const { results } = await get<ListAnswer<Row<'bids'>>>(`${contract.bids.path}?opportunity=${renewal}`)
  const [bid] = results
  if (!bid) throw new Error('There is no bid.')
  const quote = await makers.makeQuote(bid, { quote_kind: 'firm', start_date: '2027-11-01' })
  await api.asBroker('POST', `${contract.quotes.path}${quote.quote_id}/award/`)
  const [draft] = (await list(`quote=${quote.quote_id}`)).results
  if (!draft) throw new Error('There is no draft.')
  expect(draft).toMatchObject({ renews: former.contract_id, start_date: '2027-11-01' })
  const atStake = () => idsBy(`at_stake=true&as_of=2027-10-01&organization=${former.organization}`)
  expect(await atStake()).toEqual([former.contract_id])
  expect((await get<Contract>(one(former))).renewed_on).toBeNull()
  await act(draft, 'sign', { signed_on: '2026-11-26' })
  expect(await get<Contract>(`${one(former)}?as_of=2027-11-01`)).toMatchObject({
    renewed_on: '2026-11-26',
    state: 'renewed',
  })
  expect(await atStake()).toEqual([])
})

test('[CTR-9, CTR-10] the renewal of a contract that ended early begins the day after that', async () => {
  const { utility_state } = await makeAccount()
  const made = await signed({ utility_state })
  await act(made, 'terminate', { terminated_on: '2026-12-15', reason: 'Closed' })
  const { renewal } = (await act(made, 'renew')).body
  const { results } = await get<ListAnswer<Row<'bids'>>>(`${contract.bids.path}?opportunity=${renewal}`)
  expect(results).toMatchObject([{ start_date: '2026-12-16' }])
  const { opportunity_name } = await get<Row<'opportunities'>>(`${contract.opportunities.path}${renewal}/`)
  expect(opportunity_name).toMatch(/ — 2026 renewal$/)
})

test('[CTR-9, USE-8] a renewal prices the accounts that are left, by their usage where a year of it is known', async () => {
  const { utility_account_id, utility_state } = await makeAccount()
  const { utility_account_id: dropped } = await makeAccount()
  const { meter_id } = await makers.record('meters', { utility_account: utility_account_id })
  const today = marketDay(new Date().toISOString(), 'America/New_York')
  const first = addMonths(monthOf(today), -12)
  for (const month of monthsFrom(first, 12))
    await makers.record('billPeriods', {
      meter: meter_id,
      read_from: `${month}-01`,
      read_to: `${addMonths(month, 1)}-01`,
      quantity: 100,
    })
  const made = await make({ ...sample, ...profileVolumes })
  for (const [account, status] of [
    [utility_account_id, 'pending'],
    [dropped, 'dropped'],
  ] as const)
    await makers.record('contractAccounts', { contract: made.contract_id, utility_account: account, status })
  await act(made, 'sign', { signed_on: '2026-10-15' })
  const { renewal } = (await act(made, 'renew')).body
  const { results } = await get<ListAnswer<Row<'bids'>>>(`${contract.bids.path}?opportunity=${renewal}`)
  expect(results).toMatchObject([
    {
      utility_accounts: [utility_account_id],
      utility_state,
      annual_volume: 1_200,
      july_volume: 100,
      site_count: 1,
      meter_count: 1,
    },
  ])
})

test('[GAS-3] drafts go to the trash, signed contracts keep themselves and their opportunity', async () => {
  const draft = await make(sample)
  expect((await api.asBroker('DELETE', one(draft))).status).toBe(204)
  expect((await api.asBroker('POST', `${one(draft)}restore/`)).status).toBe(200)
  const { opportunity_id } = await makers.record('opportunities')
  const opportunity = `${contract.opportunities.path}${opportunity_id}/`
  const held = await make({ ...sample, opportunity: opportunity_id })
  expect((await api.asBroker('DELETE', opportunity)).status).toBe(204)
  expect((await api.asBroker('GET', one(held))).status).toBe(404)
  expect((await api.asBroker('POST', `${opportunity}restore/`)).status).toBe(200)
  await putAccount(makers.record, held)
  await act(held, 'sign', { signed_on: '2026-10-01' })
  const own = await api.asBroker('DELETE', one(held))
  expect([own.status, own.body.detail]).toEqual([409, 'Only a draft can be deleted.'])
  const whole = await api.asBroker('DELETE', opportunity)
  expect([whole.status, whole.body.detail]).toEqual([409, 'This opportunity has a signed contract.'])
  expect((await api.asBroker('GET', opportunity)).status).toBe(200)
})

test('[GAS-3, QUO-11] a bid with an award or a signed contract stays, also where its contract has left its opportunity', async () => {
  const { bid, quote, drafts } = await award()
  const [draft] = drafts
  if (!draft) throw new Error('There is no draft.')
  const bidAddress = `${contract.bids.path}${bid.bid_id}/`
  const opportunity = `${contract.opportunities.path}${bid.opportunity}/`
  const refusalOf = async (method: 'DELETE' | 'PATCH', address: string, body?: object) => {
    const { status, body: answer } = await api.asBroker(method, address, body)
    return [status, answer.code, answer.detail]
  }
  expect(await refusalOf('DELETE', bidAddress)).toEqual([
    409,
    'refused',
    "Revoke the award of this bid's quote first.",
  ])
  // An opportunity takes bid, awarded quote and draft along, and brings them back.
  expect((await api.asBroker('DELETE', opportunity)).status).toBe(204)
  for (const address of [bidAddress, one(draft), `${contract.quotes.path}${quote.quote_id}/`])
    expect((await api.asBroker('GET', address)).status).toBe(404)
  expect((await api.asBroker('POST', `${opportunity}restore/`)).status).toBe(200)
  // A draft that has left it stays, and is not signed meanwhile.
  expect((await api.asBroker('PATCH', one(draft), { opportunity: null })).status).toBe(200)
  expect((await api.asBroker('DELETE', opportunity)).status).toBe(204)
  const signature = { signed_on: '2026-11-26', price_confirmed: true }
  expect(await refusal(draft, 'sign', signature)).toEqual([
    409,
    'The quote of this contract is in the trash.',
  ])
  expect((await api.asBroker('POST', `${opportunity}restore/`)).status).toBe(200)
  expect((await act(draft, 'sign', signature)).status).toBe(200)
  const held = 'This opportunity has a signed contract.'
  expect(await refusalOf('DELETE', opportunity)).toEqual([409, 'refused', held])
  expect(await refusalOf('DELETE', bidAddress)).toEqual([409, 'refused', 'This bid has a signed contract.'])
  // One of an existing customer may get an opportunity, and keeps it then.
  const kept = 'A signed contract keeps its opportunity.'
  const { opportunity_id } = await makers.record('opportunities')
  expect((await api.asBroker('PATCH', one(draft), { opportunity: opportunity_id })).status).toBe(200)
  for (const other of [null, bid.opportunity])
    expect(await refusalOf('PATCH', one(draft), { opportunity: other })).toEqual([409, 'refused', kept])
  expect(await refusalOf('DELETE', opportunity)).toEqual([409, 'refused', held])
})

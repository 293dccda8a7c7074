import { contract, type Input, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { dayPath, type DayAnswer } from '../../src/contract/day'
import { addDays, marketDay } from '../../src/contract/gas/calendar'
import { startApi, type TestApi } from '../testing/api'
import { expectOrderings } from '../testing/orderings'
import { recordMaker, type MakeRecord } from '../testing/records'
import { until } from '../testing/until'

type ContractAccount = Row<'contractAccounts'>

const { path } = contract.contractAccounts

let api: TestApi
let record: MakeRecord
beforeAll(async () => {
  api = await startApi()
  record = recordMaker(api)
})
afterAll(() => api.close())

const year = { start_date: '2026-11-01', term: 12 } as const
const makeContract = async (change: Partial<Input<'contracts'>> = {}) => {
  const { organization_id } = await record('organizations')
  const { supplier_id } = await record('suppliers')
  return record('contracts', { organization: organization_id, supplier: supplier_id, ...year, ...change })
}
const makeAccount = async (rule: Partial<Input<'utilityStates'>> = {}) => {
  const { utility_id } = await record('utilities')
  const state = await record('utilityStates', { utility: utility_id, state: 36, ...rule })
  const { organization_id } = await record('organizations')
  const account = await record('utilityAccounts', {
    organization: organization_id,
    utility_state: state.utility_state_id,
  })
  return { ...account, state }
}
const put = (
  { contract_id }: Row<'contracts'>,
  { utility_account_id }: Row<'utilityAccounts'>,
  change: Partial<Input<'contractAccounts'>> = {},
) => record('contractAccounts', { contract: contract_id, utility_account: utility_account_id, ...change })
const refusal = async (of: Row<'contracts'>, { utility_account_id }: Row<'utilityAccounts'>) => {
  const { status, body } = await api.asBroker('POST', path, {
    contract: of.contract_id,
    utility_account: utility_account_id,
  })
  return [status, body.detail]
}
const read = async ({ contract_account_id }: ContractAccount) =>
  (await api.asBroker<ContractAccount>('GET', `${path}${contract_account_id}/`)).body
const act = (of: Row<'contracts'>, action: string, body: object) =>
  api.asBroker('POST', `${contract.contracts.path}${of.contract_id}/${action}/`, body)

test('[CTR-4] an account flows on the days of its contract, also where these change', async () => {
  const made = await makeContract()
  const placed = await put(made, await makeAccount())
  expect(placed).toMatchObject({
    flow_start: '2026-11-01',
    flow_end: '2027-10-31',
    enroll_by: null,
    status: 'pending',
  })
  await api.asBroker('PATCH', `${contract.contracts.path}${made.contract_id}/`, { term: 24 })
  expect(await read(placed)).toMatchObject({ flow_end: '2028-10-31' })
  const undated = await put(await makeContract({ start_date: null }), await makeAccount())
  expect(undated).toMatchObject({ flow_start: null, flow_end: null })
  const { body } = await api.asBroker<ListAnswer<ContractAccount>>(
    'GET',
    `${path}?contract=${made.contract_id}`,
  )
  expect(body.results.map(({ contract_account_id }) => contract_account_id)).toEqual([
    placed.contract_account_id,
  ])
})

test('[CTR-5, RDY-4] contracts with an account that is late to be enrolled are found, and counted with the day', async () => {
  const numbers = async () => (await api.asBroker<DayAnswer>('GET', dayPath)).body.late_enrollments
  const lateOn = async (day: string) => {
    const { body } = await api.asBroker<ListAnswer<Row<'contracts'>>>(
      'GET',
      `${contract.contracts.path}?enrollment_late=true&as_of=${day}`,
    )
    return body.results.map(({ contract_id }) => contract_id)
  }
  const before = await numbers()
  const today = marketDay(new Date().toISOString(), 'America/New_York')
  const start_date = addDays(today, 10)
  const rule = { enrollment_rule: 'days_before', enrollment_days: 11 } as const
  const made = await makeContract({ start_date })
  const placed = await put(made, await makeAccount(rule))
  expect(placed.enroll_by).toBe(addDays(today, -1))
  // A draft is no promise yet.
  expect(await numbers()).toBe(before)
  await act(made, 'sign', { signed_on: today })
  const others = await makeContract({ start_date })
  await put(others, await makeAccount({ ...rule, enrollment_days: 10 }))
  await act(others, 'sign', { signed_on: today })
  expect(await numbers()).toBe(before + 1)
  expect(await lateOn(today)).toContain(made.contract_id)
  expect(await lateOn(today)).not.toContain(others.contract_id)
  expect(await lateOn(addDays(today, 1))).toEqual(
    expect.arrayContaining([made.contract_id, others.contract_id]),
  )
  await api.asBroker('PATCH', `${path}${placed.contract_account_id}/`, { status: 'enrolled' })
  expect([await numbers(), (await lateOn(today)).includes(made.contract_id)]).toEqual([before, false])
  const wrong = await api.asBroker('GET', `${contract.contracts.path}?enrollment_late=yes`)
  expect([wrong.status, wrong.body.fields]).toEqual([400, { enrollment_late: 'It can be true.' }])
})

test('[CTR-4] by meter reads an account flows from the read of the first month to the day before that after the end, also where meters move', async () => {
  const made = await makeContract({ start_rule: 'meter_read', start_date: '2025-02-01', term: 6 })
  const account = await makeAccount()
  const placed = await put(made, account)
  expect(placed).toMatchObject({ flow_start: null, flow_end: null })
  const { meter_id } = await record('meters', { utility_account: account.utility_account_id })
  const bill = (read_from: string, read_to: string) =>
    record('billPeriods', { meter: meter_id, read_from, read_to })
  await bill('2025-01-14', '2025-02-13')
  expect(await read(placed)).toMatchObject({ flow_start: '2025-02-13', flow_end: null })
  await bill('2025-07-11', '2025-08-12')
  expect(await read(placed)).toMatchObject({ flow_start: '2025-02-13', flow_end: '2025-08-11' })
  const other = await makeAccount()
  const meter = `${contract.meters.path}${meter_id}/`
  const elsewhere = await put(made, other)
  await api.asBroker('PATCH', meter, { utility_account: other.utility_account_id })
  expect(await read(placed)).toMatchObject({ flow_start: null, flow_end: null })
  expect(await read(elsewhere)).toMatchObject({ flow_start: '2025-02-13', flow_end: '2025-08-11' })
  await api.asBroker('DELETE', meter)
  expect(await read(elsewhere)).toMatchObject({ flow_start: null, flow_end: null })
})

test('[CTR-4] an account flows under one contract at a time', async () => {
  const account = await makeAccount()
  const first = await makeContract({ contract_number: 'Alder 1' })
  const placed = await put(first, account)
  expect(await refusal(first, account)).toEqual([409, 'This account is under contract Alder 1 already.'])
  const other = await makeContract({ start_date: '2027-10-31' })
  const why = 'This account flows under contract Alder 1 from 2026-11-01 to 2027-10-31.'
  expect(await refusal(other, account)).toEqual([409, why])
  const next = await makeContract({ start_date: '2027-11-01', contract_number: 'Brackwater 2' })
  await put(next, account)
  const longer = await api.asBroker('PATCH', `${contract.contracts.path}${first.contract_id}/`, { term: 13 })
  expect([longer.status, longer.body.detail]).toEqual([
    409,
    'This account flows under contract Brackwater 2 from 2027-11-01 to 2028-10-31.',
  ])
  const dropped = { status: 'dropped', drop_reason: 'Not eligible' }
  expect((await api.asBroker('PATCH', `${path}${placed.contract_account_id}/`, dropped)).status).toBe(200)
  await put(await makeContract({ term: 6 }), account)
  const again = await api.asBroker('PATCH', `${path}${placed.contract_account_id}/`, { status: 'enrolled' })
  expect(again.status).toBe(409)
  expect((await api.asBroker('DELETE', `${path}${placed.contract_account_id}/`)).status).toBe(204)
  expect((await api.asBroker('POST', `${path}${placed.contract_account_id}/restore/`)).status).toBe(200)
})

test('[CTR-4, CTR-10] the accounts of a terminated contract end with it, and go to the trash with a draft', async () => {
  const made = await makeContract()
  const placed = await put(made, await makeAccount())
  await act(made, 'sign', { signed_on: '2026-10-01' })
  await act(made, 'terminate', { terminated_on: '2027-03-31', reason: 'Closed' })
  expect(await read(placed)).toMatchObject({ status: 'ended', flow_end: '2027-03-31' })
  const draft = await makeContract()
  const held = await put(draft, await makeAccount())
  await api.asBroker('DELETE', `${contract.contracts.path}${draft.contract_id}/`)
  expect((await api.asBroker('GET', `${path}${held.contract_account_id}/`)).status).toBe(404)
})

test('[GAS-3] an account is taken off a draft alone; a signed contract keeps its accounts, and these themselves', async () => {
  const [made, draft] = [await makeContract(), await makeContract()]
  const [account, other] = [await makeAccount(), await makeAccount()]
  const placed = await put(made, account)
  const taken = await put(draft, other)
  const address = ({ contract_account_id }: ContractAccount) => `${path}${contract_account_id}/`
  const accountOf = ({ utility_account_id }: Row<'utilityAccounts'>) =>
    `${contract.utilityAccounts.path}${utility_account_id}/`
  const refusalOf = async (method: 'DELETE' | 'PATCH', of: string, body?: object) => {
    const { status, body: answer } = await api.asBroker(method, of, body)
    return [status, answer.code, answer.detail]
  }
  expect((await api.asBroker('DELETE', address(taken))).status).toBe(204)
  expect((await api.asBroker('POST', `${address(taken)}restore/`)).status).toBe(200)
  await act(made, 'sign', { signed_on: '2026-10-01' })
  const dropInstead = [409, 'refused', 'This contract is signed: drop the account instead.']
  expect(await refusalOf('DELETE', address(placed))).toEqual(dropInstead)
  for (const moved of [{ contract: draft.contract_id }, { utility_account: other.utility_account_id }])
    expect(await refusalOf('PATCH', address(placed), moved)).toEqual(dropInstead)
  const kept = { contract: made.contract_id, status: 'dropped', drop_reason: 'Not eligible' }
  expect((await api.asBroker('PATCH', address(placed), kept)).status).toBe(200)
  const held = [409, 'refused', 'This account has a signed contract.']
  expect(await refusalOf('DELETE', accountOf(account))).toEqual(held)
  expect(await read(placed)).toMatchObject({ status: 'dropped', deleted_at: null })
  expect((await api.asBroker('DELETE', accountOf(other))).status).toBe(204)
  expect((await api.asBroker('GET', address(taken))).status).toBe(404)
  const { access: token } = await api.signIn('team')
  const inTrash = `${contract.utilityAccounts.path}trash/${other.utility_account_id}/`
  expect((await api.send('DELETE', inTrash, { token })).status).toBe(204)
})

test('[CTR-4, CTR-10] an account that would have begun to flow after an early end flows on no day, and is free', async () => {
  const made = await makeContract({ start_rule: 'meter_read', start_date: '2026-01-01' })
  const account = await makeAccount()
  const placed = await put(made, account)
  const { meter_id } = await record('meters', { utility_account: account.utility_account_id })
  const bill = (read_from: string, read_to: string) =>
    record('billPeriods', { meter: meter_id, read_from, read_to })
  await bill('2025-12-27', '2026-01-25')
  expect(await read(placed)).toMatchObject({ flow_start: '2026-01-25', flow_end: null })
  await act(made, 'sign', { signed_on: '2025-12-01' })
  await act(made, 'terminate', { terminated_on: '2026-01-10', reason: 'Closed' })
  const none = { flow_start: null, flow_end: null, status: 'ended' }
  expect(await read(placed)).toMatchObject(none)
  await put(await makeContract({ start_date: '2026-01-01' }), account)
  const noted = await api.asBroker('PATCH', `${path}${placed.contract_account_id}/`, { drop_reason: 'Moved' })
  expect(noted.status).toBe(200)
  await bill('2026-01-25', '2026-02-24')
  expect(await read(placed)).toMatchObject(none)
})

test('[CTR-5] enrollment is due by the rule of the utility, also where that changes', async () => {
  const before = await makeAccount({ enrollment_rule: 'days_before', enrollment_days: 15 })
  const placed = await put(await makeContract(), before)
  expect(placed.enroll_by).toBe('2026-10-17')
  const monthly = { enrollment_rule: 'prior_month_business_day', enrollment_days: 10 } as const
  expect((await put(await makeContract(), await makeAccount(monthly))).enroll_by).toBe('2026-10-14')
  const { access: token } = await api.signIn('team')
  const address = `${contract.utilityStates.path}${before.state.utility_state_id}/`
  const wrong = await api.send('PATCH', address, { token, body: { enrollment_days: null } })
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['enrollment_days']])
  await api.send('PATCH', address, { token, body: monthly })
  await until(async () => (await read(placed)).enroll_by === '2026-10-14')
})

test('[CTR-4] accounts under contracts are ordered by their days and states', async () => {
  await expectOrderings(api, 'contractAccounts', {
    flow_start: (row) => row.flow_start,
    flow_end: (row) => row.flow_end,
    enroll_by: (row) => row.enroll_by,
    status: (row) => row.status,
    created_at: (row) => row.created_at,
    modified_at: (row) => row.modified_at,
  })
})

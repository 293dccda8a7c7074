import { contract, type Input, type ResourceName, type Row } from '../../src/contract'
import { exampleOf } from '../../src/contract/examples'
import type { Field, Resource } from '../../src/contract/fields'
import { isRestricted } from '../../src/contract/policy'
import type { TestApi } from './api'

/** The required fields of a resource: a name of its own, and the examples of the others. */
const requiredFields = (name: ResourceName) => (number: number) => {
  const { fields, nameField, title }: Resource = contract[name]
  const required = Object.entries<Field>(fields).filter(([, field]) => field.required && !field.readOnly)
  return Object.fromEntries(
    required.map(([key, field]) => [key, key === nameField ? `${title} ${number}` : exampleOf(key, field)]),
  )
}

/** A day of its own for each number, far from those that mean something. */
const dayAt = (number: number): string => new Date(Date.UTC(2060, 0, number)).toISOString().slice(0, 10)

/** The minimal body of each resource; the number makes records distinct. */
const minimalBodies = {
  tags: (number: number) => ({ name: `Tag ${number}`, color: '#1f6feb', description: 'A tag' }),
  utilities: requiredFields('utilities'),
  utilityStates: (number: number) => ({ name: `Service ${number}` }),
  organizations: (number: number) => ({ name: `Organization ${number}`, state: 'TX' }),
  addresses: (number: number) => ({
    address_street: `${number} Foundry Lane`,
    city: 'Larkfield',
    zip_code: '77001',
    state: 44,
  }),
  contacts: (number: number) => ({ title: 'ms', first_name: 'Ada', last_name: `Person ${number}` }),
  organizationAddresses: () => ({ address_type: ['headquarters'] }),
  organizationContacts: () => ({}),
  opportunities: (number: number) => ({ opportunity_name: `Deal ${number}` }),
  bids: (number: number) => ({
    name: `Bid ${number}`,
    supplier: 'utility',
    terms: [12],
    swing: [0.1],
    pricing_type: [1],
  }),
  suppliers: (number: number) => ({ name: `Supplier ${number}` }),
  curves: (number: number) => ({ name: `Curve ${number}`, kind: 'index' }),
  curvePoints: (number: number) => ({
    trade_date: dayAt(number),
    delivery_month: '2061-01',
    price: 4.25,
  }),
  heatContents: (number: number) => ({ valid_from: dayAt(number), mmbtu_per_mcf: 1.04 }),
  marketHolidays: (number: number) => ({ day: dayAt(number), name: `Holiday ${number}` }),
  quotes: () => ({
    pricing_type: 1,
    term: 12,
    start_date: '2027-01-01',
    price: 4.25,
    pricing_point: 'Burner Tip',
  }),
  notes: (number: number) => ({ description: `<p>Note ${number}</p>` }),
  todos: (number: number) => ({
    name: `Task ${number}`,
    description: '<p>Call back</p>',
    time_needed: '00:30:00',
    completed_within: 3,
  }),
  contracts: (number: number) => ({ contract_number: `C-${number}` }),
  utilityAccounts: (number: number) => ({ account_number: `00-${number}` }),
  meters: (number: number) => ({ meter_number: `M-${number}`, unit: 'dth' }),
  contractAccounts: () => ({}),
  billPeriods: () => ({ read_from: '2025-09-12', read_to: '2025-10-14', quantity: 320 }),
  messageTemplates: requiredFields('messageTemplates'),
  teams: requiredFields('teams'),
} as const

type Makeable = keyof typeof minimalBodies
/** The resources that recordMaker() makes records of. */
export const makeable = Object.keys(minimalBodies) as readonly Makeable[]

export type MakeRecord = <N extends Makeable>(name: N, body?: Partial<Input<N>>) => Promise<Row<N>>

/** Creates records over HTTP, as a user who may, and throws where the server refuses one. */
export function recordMaker(api: TestApi): MakeRecord {
  let made = 0
  let team: string | undefined
  return async <N extends Makeable>(name: N, body: Partial<Input<N>> = {}) => {
    const whole = { ...minimalBodies[name](++made), ...body }
    const { path } = contract[name]
    if (isRestricted(name, 'create')) team ??= (await api.signIn('team')).access
    const answer =
      isRestricted(name, 'create') && team !== undefined
        ? await api.send<Row<N>>('POST', path, { token: team, body: whole })
        : await api.asBroker<Row<N>>('POST', path, whole)
    if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}

import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import {
  accountNeeded,
  amendments,
  contractActionFields,
  contractActions,
  contractAmendmentsPath,
  type ContractAmendment,
} from '../../src/contract/contractActions'
import { amendedFields } from '../../src/contract/contracts'
import { momentAt, wallClock } from '../../src/contract/gas/calendar'
import { renewalBuckets } from '../../src/contract/gas/choices'
import { seesCommission } from '../../src/contract/policy'
import { noticeSoonDays, renewalsPath, type RenewalTotals } from '../../src/contract/renewals'
import { problems } from '../../src/contract/problems'
import { inputSchema, schemaName } from '../../src/contract/schema'
import { nowOf } from '../db/clock'
import type { Write } from '../kit/context'
import { ApiError, invalidFields } from '../kit/errors'
import { actionRoute } from '../kit/http/actionRoute'
import { documentRoute, filterParameters, idParams } from '../kit/http/documentation'
import { route } from '../kit/http/route'
import { ofOneMoment, readOne, toId } from '../kit/http/routes'
import { parseAsOf, parseListQuery, type Parameters } from '../kit/read/query'
import { updateFromValues } from '../kit/write/update'
import { accountsUnder } from './contractAccounts'
import { hasRenewal, renew } from './contractRenewal'
import { contracts, storedContracts } from './contracts'
import { renewalTotals } from './contractStakes'
import { marketTimeZoneOf, todayOf } from './market'

type Contract = Row<'contracts'>

/** The actions of contracts, and what their amendments changed. */
export function contractRoutes(app: FastifyInstance): void {
  actionRoute(app, contracts, {
    name: contractActions.sign,
    summary: 'Sign a contract',
    description:
      'Drafts with a supplier, a start, a term and at least one account that is not dropped. After the end of the validity of its awarded quote it takes `price_confirmed` as well.',
    fields: contractActionFields.sign,
    work: (write, record, body) =>
      sign(write, record as unknown as Contract, body.signed_on, body.price_confirmed === true),
  })
  actionRoute(app, contracts, {
    name: contractActions.amend,
    summary: 'Amend a contract',
    description:
      'Changes the price, the fee, the term and the dates of a signed one; the old values are kept.',
    fields: contractActionFields.amend,
    nested: { name: 'fields', fields: amendments },
    work: (write, record, body, changes) => amend(write, record as unknown as Contract, body, changes),
  })
  actionRoute(app, contracts, {
    name: contractActions.terminate,
    summary: 'End a contract early',
    description: 'Signed ones, on a day from their start to their end.',
    fields: contractActionFields.terminate,
    work: (write, record, body) =>
      terminate(write, record as unknown as Contract, body.terminated_on, body.reason),
  })
  actionRoute(app, contracts, {
    name: contractActions.renew,
    summary: 'Make an opportunity that renews a contract',
    description:
      'It is named in `renewal`, with a bid for the time after the end: of its accounts that are not dropped, with the volumes of their usage where a year of all of them is known, else with those of the contract. A second call makes no other one.',
    fields: {},
    isDone: (write, record) => hasRenewal(write, record as unknown as Contract),
    work: (write, record) => renew(write, record as unknown as Contract),
  })
  amendmentsRoute(app)
  renewalsRoute(app)
}

function renewalsRoute(app: FastifyInstance): void {
  const { database } = app
  route(app, {
    method: 'GET',
    path: renewalsPath,
    document: {
      ...documentRoute(schemaName(contracts.contract), 'Sum up what is at stake', renewalsAnswer),
      description:
        'Of signed contracts that end within 180 days, not early, and are not renewed: by the bucket of their days to the end, with the filters of the list.',
      querystring: Type.Object(filterParameters(contracts)),
    },
    handler: async ({ query, caller, dataVersion }): Promise<ListAnswer<RenewalTotals>> => {
      const parameters = query as Parameters
      const { moment, day } = parseAsOf(parameters, app.config.marketTimeZone) ?? {
        moment: nowOf(database.db).toISOString(),
        day: todayOf(database.db),
      }
      const parsed = parseListQuery(contracts, parameters)
      const list = await ofOneMoment(parsed, contracts, app, moment, caller.id)
      const totals = await renewalTotals(
        database,
        { ...list, own: { ...list.own, as_of: momentAt(day, 0, app.config.marketTimeZone) } },
        { reader: caller.id, dataVersion },
        day,
      )
      const results = seesCommission(caller) ? totals : totals.map((each) => ({ ...each, yearly_fee: null }))
      return { count: results.length, results }
    },
  })
}

function amendmentsRoute(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    path: contractAmendmentsPath(':id'),
    document: {
      ...documentRoute(
        schemaName(contracts.contract),
        'Read the amendments of a contract',
        amendmentsAnswer,
        null,
        [404],
      ),
      description: 'The last one first, each with the values before it.',
      params: idParams,
    },
    handler: async (request): Promise<ListAnswer<ContractAmendment>> => {
      const id = toId(contracts, request.params.id)
      await readOne(app, contracts, id, request)
      const rows = await app.database.db
        .selectFrom('contract_amendments')
        .selectAll()
        .where('contract', '=', id)
        .orderBy('id', 'desc')
        .execute()
      const results = rows.map(({ effective_on, reason, old_values, created_by, created_at }) => ({
        effective_on,
        reason,
        before: JSON.parse(old_values) as ContractAmendment['before'],
        created_by,
        created_at,
      }))
      return { count: results.length, results }
    },
  })
}

const refused = (why: string, current: Contract) => new ApiError(409, 'refused', why, { current })

/** @throws ApiError 400 for what it lacks; 409 for one that is no draft, has no account, or whose price is old (CTR-2). */
async function sign(
  write: Write,
  contract: Contract,
  signed_on: string,
  isConfirmed: boolean,
): Promise<void> {
  const { db } = write
  if (contract.signed_on !== null)
    throw refused(`This contract was signed on ${contract.signed_on}.`, contract)
  if (signed_on > todayOf(db)) throw invalidFields({ signed_on: problems.future })
  const lacking = (['supplier', 'start_date', 'term'] as const).filter((name) => contract[name] === null)
  if (lacking.length > 0)
    throw invalidFields(Object.fromEntries(lacking.map((name) => [name, problems.required])))
  if ((await accountsUnder(write, contract.contract_id)).length === 0) throw refused(accountNeeded, contract)
  const quote =
    contract.quote === null
      ? undefined
      : await db
          .selectFrom('quotes')
          .select(['valid_until', 'deleted_at'])
          .where('quote_id', '=', contract.quote)
          .executeTakeFirst()
  // With its bid and the opportunity of that, which may be another one than the contract's.
  if (quote && quote.deleted_at !== null)
    throw refused('The quote of this contract is in the trash.', contract)
  if (quote && !isConfirmed) {
    const { day, time } = wallClock(quote.valid_until, marketTimeZoneOf(db))
    const isLateToday = signed_on === todayOf(db) && nowOf(db).toISOString() > quote.valid_until
    if (signed_on > day || isLateToday)
      throw refused(`The price was valid until ${day} at ${time}.`, contract)
  }
  await updateFromValues(write, storedContracts, contract.contract_id, { signed_on })
}

/** Changes a signed contract, and keeps what it was (CTR-2). */
async function amend(
  write: Write,
  contract: Contract,
  { effective_on, reason: why }: { effective_on: string; reason: string },
  changes: Partial<Pick<Contract, (typeof amendedFields)[number]>>,
): Promise<void> {
  if (contract.signed_on === null) throw refused('A draft is changed directly.', contract)
  if (contract.terminated_on !== null) throw refused('This contract is terminated.', contract)
  const changed = amendedFields.filter(
    (name) => changes[name] !== undefined && changes[name] !== contract[name],
  )
  if (changed.length === 0) throw invalidFields({ fields: 'Change at least one of the fields.' })
  const emptied = changed.filter(
    (name) => (name === 'start_date' || name === 'term') && changes[name] === null,
  )
  if (emptied.length > 0)
    throw invalidFields(Object.fromEntries(emptied.map((name) => [name, problems.required])))
  await write.db
    .insertInto('contract_amendments')
    .values({
      contract: contract.contract_id,
      effective_on,
      reason: why,
      old_values: JSON.stringify(Object.fromEntries(changed.map((name) => [name, contract[name]]))),
      created_by: write.actor,
      created_at: nowOf(write.db).toISOString(),
    })
    .execute()
  await updateFromValues(write, storedContracts, contract.contract_id, changes)
}

/** @throws ApiError 400 for a day outside the contract, 409 for one that is not signed or has ended early (CTR-10). */
async function terminate(
  write: Write,
  contract: Contract,
  terminated_on: string,
  why: string,
): Promise<void> {
  const { start_date, end_date } = contract
  if (contract.signed_on === null || start_date === null || end_date === null)
    throw refused('Only a signed contract can be terminated.', contract)
  if (contract.terminated_on !== null)
    throw refused(`This contract was terminated on ${contract.terminated_on}.`, contract)
  if (terminated_on < start_date || terminated_on > end_date)
    throw invalidFields({ terminated_on: `Choose a day from ${start_date} to ${end_date}.` })
  await updateFromValues(write, storedContracts, contract.contract_id, {
    terminated_on,
    termination_reason: why,
  })
}

const amendmentsAnswer = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  results: Type.Array(
    Type.Object({
      effective_on: Type.String({ format: 'date', examples: ['2027-03-01'] }),
      reason: Type.String(),
      // The values before it, by the names of the fields that it changed.
      before: inputSchema(amendments, 'patch'),
      created_by: Type.Union([Type.Integer(), Type.Null()]),
      created_at: Type.String({ format: 'date-time' }),
    }),
  ),
})

const renewalsAnswer = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  results: Type.Array(
    Type.Object({
      bucket: Type.Integer({ enum: [...renewalBuckets], description: 'Days to the end at most.' }),
      contracts: Type.Integer({ minimum: 0 }),
      annual_dth: Type.Number({ examples: [10_000] }),
      yearly_fee: Type.Union([Type.Number(), Type.Null()], { description: 'USD', examples: [1_200] }),
      without_volume: Type.Integer({ minimum: 0, description: 'Those that the sums leave out.' }),
      notice_soon: Type.Integer({
        minimum: 0,
        description: `Those whose last day of notice is in the coming ${noticeSoonDays} days.`,
      }),
    }),
  ),
})

import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { ListAnswer } from '../../src/contract/answers'
import { text } from '../../src/contract/fields'
import { gasUnits, type GasUnit } from '../../src/contract/gas/choices'
import { marketDay } from '../../src/contract/gas/calendar'
import { monthlyVolumes } from '../../src/contract/gas/choices'
import { longDays } from '../../src/contract/gas/usage'
import { oneOf, schemaName } from '../../src/contract/schema'
import {
  loadProfilePath,
  profileScopes,
  usageFindingsPath,
  usageMonthsPath,
  usageScopes,
  type LoadProfileAnswer,
  type UsageFindings,
  type UsageMonthAnswer,
} from '../../src/contract/usage'
import { nowOf } from '../db/clock'
import { invalidParameter, notFound } from '../kit/errors'
import { asOf, documentRoute, idParams } from '../kit/http/documentation'
import { route } from '../kit/http/route'
import { readOne, toId } from '../kit/http/routes'
import { areAlive } from '../kit/read/records'
import { parseParameter } from '../kit/input'
import { parseAsOf, parseOptional, parseOrdering, single, type Parameters } from '../kit/read/query'
import { resourceOf } from '../kit/registry'
import { billPeriods } from './billPeriods'
import { findingsOf, loadProfileOf, monthsOfScope, type Scope } from './usageReading'
import { utilityAccounts } from './utilityAccounts'

/** Months, load profiles, and what the usage of an account lacks (USE-6 to USE-8). */
export function usageRoutes(app: FastifyInstance): void {
  monthsRoute(app)
  profileRoute(app)
  findingsRoute(app)
}

/** The resources of the scopes. */
const scopeResources = {
  meter: 'meters',
  utility_account: 'utilityAccounts',
  organization: 'organizations',
  bid: 'bids',
  opportunity: 'opportunities',
} as const

/** Accounts whose usage is asked for together. */
const maxAccounts = 500

/** The ids of a scope: of accounts several, between commas. */
function idsOf(query: Parameters, of: Scope['of']): number[] {
  if (of !== 'utility_account') {
    const id = parseOptional(query, of, { kind: 'integer', min: 1 }) as number | undefined
    return id === undefined ? [] : [id]
  }
  const list = single(query, of)
  if (list === undefined) return []
  if (!/^\d+(,\d+)*$/.test(list))
    throw invalidParameter(of, 'Name accounts by their ids, with commas between.')
  const ids = list.split(',').map((id) => parseParameter(of, { kind: 'integer', min: 1 }, id) as number)
  if (ids.length > maxAccounts) throw invalidParameter(of, `At most ${maxAccounts} accounts.`)
  return [...new Set(ids)]
}

/**
 * The record whose usage is asked for, or several accounts.
 * @throws ApiError 400 where none is named, or several are; 404 for one that is not there.
 */
async function scopeOf(
  app: FastifyInstance,
  query: Parameters,
  scopes: readonly (keyof typeof scopeResources)[],
  caller: number,
): Promise<Scope> {
  const named = scopes.flatMap((of) => {
    const ids = idsOf(query, of)
    return ids.length === 0 ? [] : [{ of, ids }]
  })
  const [scope] = named
  if (!scope || named.length > 1)
    throw invalidParameter(scopes[0] ?? '', `Name one of: ${scopes.join(', ')}.`)
  const resource = resourceOf(scopeResources[scope.of])
  if (!(await areAlive(app.database.db, resource, scope.ids, caller))) throw notFound(resource.contract.title)
  return scope
}

const scopeParameters = (scopes: readonly (keyof typeof scopeResources)[]) =>
  Object.fromEntries(
    scopes.map((of) => [
      of,
      Type.Optional(
        Type.String({
          description:
            of === 'utility_account'
              ? `The usage of this account, or of several with commas between.`
              : `The usage of this ${of}.`,
        }),
      ),
    ]),
  )

const month = text({ max: 7, format: 'month' })

/** Months have no other order than that of time. */
const monthOrder = { orderings: ['month'], defaultOrdering: 'month' } as const

function monthsRoute(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    path: usageMonthsPath,
    document: {
      ...documentRoute(
        schemaName(billPeriods.contract),
        'Read usage month by month',
        monthsAnswer,
        null,
        [404],
      ),
      description:
        'Current bill periods, prorated to calendar months by days. Of several accounts a month is covered as far as the least covered one. One meter, organization or list of accounts is named: the sum of all accounts is not counted.',
      querystring: Type.Object({
        ...scopeParameters(usageScopes),
        month_from: Type.Optional(Type.String({ description: 'The first month.', examples: ['2025-01'] })),
        month_to: Type.Optional(Type.String({ description: 'The last month.', examples: ['2025-12'] })),
        ordering: Type.Optional(
          oneOf(['month', '-month'], {
            description: 'The earliest month first; `-` turns it round.',
            default: 'month',
          }),
        ),
        limit: Type.Optional(Type.String({ description: 'Months at most.' })),
        offset: Type.Optional(Type.String({ description: 'Months left out.' })),
      }),
    },
    handler: async (request): Promise<ListAnswer<UsageMonthAnswer>> => {
      const { query, caller } = request
      const scope = await scopeOf(app, query, usageScopes, caller.id)
      const { descending } = parseOrdering(monthOrder, single(query, 'ordering'))
      const months = await monthsOfScope(app.database.db, scope, {
        from: (parseOptional(query, 'month_from', month) ?? null) as string | null,
        to: (parseOptional(query, 'month_to', month) ?? null) as string | null,
      })
      const all = descending ? months.reverse() : months
      const count = { kind: 'integer', min: 0 } as const
      const offset = (parseOptional(query, 'offset', count) ?? 0) as number
      const limit = (parseOptional(query, 'limit', count) ?? all.length) as number
      return { count: all.length, results: all.slice(offset, offset + limit) }
    },
  })
}

function profileRoute(app: FastifyInstance): void {
  const { database, config } = app
  route(app, {
    method: 'GET',
    path: loadProfilePath,
    document: {
      ...documentRoute(schemaName(billPeriods.contract), 'Read a load profile', profileAnswer, null, [404]),
      description:
        'The latest twelve complete months in a row of the 36 before, else the latest complete one of each.',
      querystring: Type.Object({
        ...scopeParameters(profileScopes),
        ...asOf,
        unit: Type.Optional(oneOf(gasUnits, { description: 'The unit of volumes.', default: 'dth' })),
      }),
    },
    handler: async (request): Promise<LoadProfileAnswer> => {
      const { query, caller } = request
      const scope = await scopeOf(app, query, profileScopes, caller.id)
      const unit = (parseOptional(query, 'unit', { kind: 'choice', options: gasUnits }) ?? 'dth') as GasUnit
      const day =
        parseAsOf(query, config.marketTimeZone)?.day ??
        marketDay(nowOf(database.db).toISOString(), config.marketTimeZone)
      return loadProfileOf(database.db, scope, day, unit)
    },
  })
}

function findingsRoute(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    path: usageFindingsPath(':id'),
    document: {
      ...documentRoute(
        schemaName(utilityAccounts.contract),
        "Read what an account's usage lacks",
        findingsAnswer,
        null,
        [404],
      ),
      description: `Gaps between reads, periods of over ${longDays} days, and months far from those of other years.`,
      params: idParams,
    },
    handler: async (request): Promise<UsageFindings> => {
      const id = toId(utilityAccounts, request.params.id)
      await readOne(app, utilityAccounts, id, request)
      return findingsOf(app.database.db, id)
    },
  })
}

const amount = Type.Number({ examples: [1_800] })
const optional = Type.Union([Type.Number(), Type.Null()])
const monthText = Type.String({ examples: ['2025-01'] })
const dayText = Type.String({ examples: ['2025-10-14'] })

const monthsAnswer = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  results: Type.Array(
    Type.Object({
      month: monthText,
      volume: { ...amount, description: 'dth' },
      days_covered: Type.Integer({ minimum: 0 }),
      coverage: Type.Number({ description: 'Days covered ÷ days of the month; 1 is complete.' }),
      estimated: Type.Boolean(),
    }),
  ),
})

const profileAnswer = Type.Object({
  ...Object.fromEntries(monthlyVolumes.map((field) => [field, optional])),
  annual_volume: optional,
  missing: Type.Array(Type.String(), { description: 'The fields of months that are not known.' }),
  volume_source: Type.Union([oneOf(['consecutive', 'latest']), Type.Null()]),
  months: Type.Array(monthText, { description: 'Those that it is made of.' }),
  average_day: optional,
  highest_day: optional,
  load_factor_month: optional,
  load_factor_mdq: optional,
  unit: oneOf(gasUnits),
  heat_content: Type.Number(),
  estimated: Type.Boolean(),
  site_count: Type.Integer(),
  meter_count: Type.Integer(),
  accounts_without_usage: Type.Array(Type.Integer()),
})

const findingsAnswer = Type.Object({
  gaps: Type.Array(
    Type.Object({
      meter: Type.Integer(),
      from: dayText,
      to: dayText,
      days: Type.Integer(),
      estimate: optional,
    }),
  ),
  long_periods: Type.Array(
    Type.Object({
      bill_period: Type.Integer(),
      meter: Type.Integer(),
      read_from: dayText,
      read_to: dayText,
      days: Type.Integer(),
    }),
  ),
  outliers: Type.Array(Type.Object({ month: monthText, volume: amount })),
})

/** Pairs of records that are probably the same, and what was said to be none (DUP-1, DUP-2). */
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import {
  dismissalPath,
  duplicatePairsPath,
  duplicateReasons,
  maxPairs,
  mergedResources,
  type DuplicatePairsAnswer,
  type MergedResource,
} from '../../src/contract/duplicatePairs'
import { oneOf, schemaName } from '../../src/contract/schema'
import { inTransaction, writerFromRequest } from '../kit/context'
import { documentRoute, idParams, pageParameters } from '../kit/http/documentation'
import { route } from '../kit/http/route'
import { linkedPages, toId } from '../kit/http/routes'
import { slotsOfWeight } from '../kit/read/costEstimate'
import { readRecords } from '../kit/read/batches'
import { parseExpand, parseOptional, parsePage } from '../kit/read/query'
import { weightOf, type ApiRecord } from '../kit/read/records'
import { resourceOf } from '../kit/registry'
import { dismissPair, pairsOf } from './duplicatePairs'

const dismissedParameter = {
  kind: 'boolean',
  apiDescription: 'True: those that were said to be no duplicates, the last one first.',
} as const

const moment = Type.String({ format: 'date-time', examples: ['2027-03-12T22:00:00.000Z'] })

const answerSchema = (name: MergedResource) =>
  Type.Object({
    count: Type.Integer({ minimum: 0, description: 'How many pairs there are.' }),
    pairs: Type.Array(
      Type.Object({
        pair_id: Type.Integer({ minimum: 1 }),
        ids: Type.Array(Type.Integer({ minimum: 1 }), {
          minItems: 2,
          maxItems: 2,
          description: 'Of the two records, the older one first.',
        }),
        reasons: Type.Array(oneOf(Object.keys(duplicateReasons[name])), {
          description: 'What they have in common, the strongest first.',
        }),
        dismissed_at: Type.Union([moment, Type.Null()], {
          description: 'When it was said to be no duplicate.',
        }),
      }),
    ),
    results: Type.Array(Type.Ref(`${schemaName(resourceOf(name).contract)}#`), {
      description: 'The records of these pairs, each once.',
    }),
  })

export function duplicatePairRoutes(app: FastifyInstance): void {
  for (const name of mergedResources) {
    listRoute(app, name)
    dismissalRoutes(app, name)
  }
}

function listRoute(app: FastifyInstance, name: MergedResource): void {
  const { database } = app
  const resource = resourceOf(name)
  const { contract } = resource
  route(app, {
    method: 'GET',
    path: duplicatePairsPath(name),
    document: {
      ...documentRoute(
        schemaName(contract),
        `List probable duplicates: ${contract.title}`,
        answerSchema(name),
        null,
        [400],
      ),
      description:
        'Pairs of records that have something in common, those with the most first; changes are seen within moments.',
      querystring: Type.Object({
        ...pageParameters,
        limit: Type.Optional(Type.Integer({ minimum: 0, maximum: maxPairs, default: maxPairs })),
        dismissed: Type.Optional(Type.Boolean({ description: dismissedParameter.apiDescription })),
        expand: Type.Optional(
          Type.String({ description: 'Relations of the records to nest, separated by commas.' }),
        ),
      }),
    },
    handler: async (request): Promise<DuplicatePairsAnswer<ApiRecord>> => {
      const { query, slot } = request
      const { count, pairs } = await pairsOf(database.db, name, {
        ...parsePage(query, maxPairs),
        dismissed: parseOptional(query, 'dismissed', dismissedParameter) === true,
      })
      const ids = [...new Set(pairs.flatMap((pair) => pair.ids))]
      const results: ApiRecord[] = []
      const reading = { expand: parseExpand(contract, query), linkFilter: {} }
      const pages = linkedPages(request, resource, readRecords(database.db, resource, ids, reading))
      for await (const page of pages) results.push(...page)
      await slot.takeLong(slotsOfWeight(results.reduce((sum, record) => sum + weightOf(record), 0)))
      return { count, pairs, results }
    },
  })
}

function dismissalRoutes(app: FastifyInstance, name: MergedResource): void {
  const { contract } = resourceOf(name)
  for (const [method, isDismissed, summary] of [
    ['PUT', true, 'Say that two records are no duplicates'],
    ['DELETE', false, 'Take back that two records are no duplicates'],
  ] as const)
    route(app, {
      method,
      path: dismissalPath(name, ':id'),
      document: {
        ...documentRoute(schemaName(contract), `${summary}: ${contract.title}`, null, null, [404]),
        params: idParams,
      },
      handler: async (request, reply) => {
        const pair = toId(resourceOf(name), request.params.id)
        await inTransaction(app.database, writerFromRequest(request), (write) =>
          dismissPair(write, name, pair, isDismissed),
        )
        return reply.code(204).send()
      },
    })
}

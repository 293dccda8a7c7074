/** Merges of two records: what one would move, the merge itself, and its undo (DUP-3, DUP-5). */
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { ListAnswer } from '../../src/contract/answers'
import { mergedResources, type MergedResource } from '../../src/contract/duplicatePairs'
import { choice, integer, options, type Field } from '../../src/contract/fields'
import {
  chosenFieldsOf,
  maxKeptBack,
  mergeDays,
  mergePath,
  mergesPath,
  mergeStates,
  movedAtOnce,
  type Merge,
  type MergePreview,
} from '../../src/contract/merges'
import { maxInteger } from '../../src/contract/numbers'
import { problems } from '../../src/contract/problems'
import { oneOf, schemaName } from '../../src/contract/schema'
import { inTransaction, writerFromRequest } from '../kit/context'
import { invalidFields, invalidParameter, notFound } from '../kit/errors'
import {
  documentRoute,
  failures,
  idempotencyDocs,
  idParams,
  pageParameters,
  versionParameter,
} from '../kit/http/documentation'
import { replyOnce, runIdempotent } from '../kit/http/idempotency'
import { route } from '../kit/http/route'
import { attempt, expectedVersion, toId } from '../kit/http/routes'
import { parseOptional, parsePage } from '../kit/read/query'
import { isAlive } from '../kit/read/records'
import { asAuthor } from '../kit/limits'
import { resourceOf } from '../kit/registry'
import { answerOf, listMerges } from './merges/kept'
import { beginMerge, moveSome } from './merges/merge'
import { countMoves } from './merges/references'
import { beginUndo, returnSome } from './merges/undo'

const tag = 'Merge'

/** Merges of one answer at most: the largest page of a list. */
const maxListed = 100

const moment = Type.String({ format: 'date-time', examples: ['2027-03-12T22:00:00.000Z'] })
const orNull = (type: Parameters<typeof Type.Union>[0][number]) => Type.Union([type, Type.Null()])
const recordId = Type.Integer({ minimum: 1 })

const mergeSchema = Type.Object({
  merge_id: recordId,
  resource: oneOf(mergedResources),
  kept: Type.Integer({ minimum: 1, description: 'The record that is left.' }),
  kept_name: Type.String(),
  merged: Type.Integer({ minimum: 1, description: 'The one that went to the trash.' }),
  merged_name: Type.String(),
  taken: Type.Array(Type.String({ examples: ['phone'] }), {
    description: 'The fields whose values are those of the merged one.',
  }),
  state: oneOf(mergeStates),
  moved: Type.Integer({
    minimum: 0,
    description: 'Records that the merge has moved so far; an undo takes off those that it has decided of.',
  }),
  created_by: orNull(Type.Integer()),
  created_at: moment,
  ended_at: orNull(moment),
  undo_until: moment,
  kept_back: Type.Array(
    Type.Object({
      resource: Type.String({ examples: ['bids'] }),
      record: recordId,
      name: Type.String(),
      field: Type.String({ examples: ['legal_entity'] }),
    }),
    {
      maxItems: maxKeptBack,
      description: 'Of one that was taken back: what was changed since, and so left as it is.',
    },
  ),
})

const listed = choice(mergedResources, { apiDescription: 'Whose merges are listed.' })

export function mergeRoutes(app: FastifyInstance): void {
  for (const name of mergedResources) {
    previewRoute(app, name)
    mergeRoute(app, name)
  }
  keptRoutes(app)
}

function previewRoute(app: FastifyInstance, name: MergedResource): void {
  const { database } = app
  const resource = resourceOf(name)
  const { contract } = resource
  const other = { kind: 'integer', min: 1, max: maxInteger } as const
  route(app, {
    method: 'GET',
    path: mergePath(name, ':id'),
    document: {
      ...documentRoute(
        schemaName(contract),
        `Read what a merge would move: ${contract.title}`,
        Type.Object({
          moves: Type.Array(
            Type.Object({
              resource: Type.String({ examples: ['bids'] }),
              count: Type.Integer({ minimum: 1 }),
            }),
            { description: 'How many records name the other one, by their resource.' },
          ),
        }),
        null,
        [400, 404],
      ),
      params: idParams,
      querystring: Type.Object({ other: Type.Integer({ minimum: 1, description: 'The one to be merged.' }) }),
    },
    handler: async ({ params, query, caller }): Promise<MergePreview> => {
      const assertAlive = async (id: number) => {
        if (!(await isAlive(database.db, resource, id, caller.id))) throw notFound(contract.title)
      }
      await assertAlive(toId(resource, params.id))
      const merged = parseOptional(query, 'other', other)
      if (typeof merged !== 'number') throw invalidParameter('other', problems.required)
      await assertAlive(merged)
      return { moves: await countMoves(database.db, name, merged) }
    },
  })
}

const orderFields = (name: MergedResource) =>
  ({
    other: integer({ required: true, min: 1, max: maxInteger, apiDescription: 'The record to be merged.' }),
    version: integer({
      min: 1,
      apiDescription: 'That of the kept record, as it was seen; `If-Match` says the same.',
    }),
    other_version: integer({ required: true, min: 1, apiDescription: 'The same of the other one.' }),
    take: options(chosenFieldsOf(name), {
      apiDescription: 'The fields that take the value of the other record.',
    }),
  }) as const satisfies Record<string, Field>

function mergeRoute(app: FastifyInstance, name: MergedResource): void {
  const resource = resourceOf(name)
  const { contract } = resource
  const document = documentRoute(
    schemaName(contract),
    `Merge another record into this one: ${contract.title}`,
    null,
    orderFields(name),
  )
  route(app, {
    method: 'POST',
    path: mergePath(name, ':id'),
    document: {
      ...document,
      description: `All that names the other one names this one then: links without doubling, notes, files, tasks. The other one goes to the trash, and says in \`merged_into\` where it went. Where more than ${movedAtOnce} records name it, the answer is \`running\`, and the rest follows in the background. It can be taken back for ${mergeDays} days.`,
      params: idParams,
      headers: Type.Composite([
        idempotencyDocs.headers,
        versionParameter(contract).headers ?? Type.Object({}),
      ]),
      response: {
        201: { ...mergeSchema, description: 'The merge.', headers: idempotencyDocs.answerHeaders },
        ...failures(404, 409, 422),
      },
    },
    handler: async (request, reply, readBody) => {
      const id = toId(resource, request.params.id)
      const expected = expectedVersion(request, resource, id)
      const { other, other_version, take } = await readBody()
      if (expected === null) throw invalidFields({ version: problems.required })
      const answer = await attempt(request, resource, () =>
        runIdempotent(request, async (write) => {
          const order = { other, version: expected, other_version, take }
          const merge = await beginMerge(write, name, id, order)
          await moveSome(write, merge, movedAtOnce)
          return {
            status: 201,
            body: await asAuthor(write, () => answerOf(write.db, merge.merge_id)),
          }
        }),
      )
      app.merges.wake()
      return replyOnce(reply, answer).send(answer.body)
    },
  })
}

/** Those that can be taken back, and their undo. Users who may write take back: they may change what is changed. */
function keptRoutes(app: FastifyInstance): void {
  const { database } = app
  route(app, {
    method: 'GET',
    path: mergesPath,
    document: {
      ...documentRoute(
        tag,
        'List merges',
        Type.Object({ count: Type.Integer({ minimum: 0 }), results: Type.Array(mergeSchema) }),
        null,
        [400],
      ),
      description: `The newest first; each is kept for ${mergeDays} days.`,
      querystring: Type.Object({
        resource: oneOf(mergedResources, { description: listed.apiDescription }),
        ...pageParameters,
        limit: Type.Optional(Type.Integer({ minimum: 0, maximum: maxListed, default: maxListed })),
      }),
    },
    handler: ({ query }): Promise<ListAnswer<Merge>> => {
      const resource = parseOptional(query, 'resource', listed)
      const name = mergedResources.find((one) => one === resource)
      if (!name) throw invalidParameter('resource', problems.required)
      return listMerges(database.db, name, parsePage(query, maxListed))
    },
  })

  route(app, {
    method: 'GET',
    path: `${mergesPath}:id/`,
    document: {
      ...documentRoute(tag, 'Read how far a merge has come', mergeSchema, null, [404]),
      params: idParams,
    },
    handler: ({ params }): Promise<Merge> => answerOf(database.db, toMergeId(params.id)),
  })

  route(app, {
    method: 'POST',
    path: `${mergesPath}:id/undo/`,
    document: {
      ...documentRoute(tag, 'Take a merge back', mergeSchema, null, [404, 409]),
      description: `Once, within ${mergeDays} days: what is still as the merge has left it gets its value from before; what was changed since is kept, and named.`,
      params: idParams,
    },
    handler: async (request): Promise<Merge> => {
      const id = toMergeId(request.params.id)
      await inTransaction(database, writerFromRequest(request), async (write) =>
        returnSome(write, await beginUndo(write, id), movedAtOnce),
      )
      app.merges.wake()
      return answerOf(database.db, id)
    },
  })
}

/** @throws ApiError 404 for what is no id. */
function toMergeId(text: string): number {
  const id = Number(text)
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > maxInteger) throw notFound('Merge')
  return id
}

/** Actions of a record beyond its fields: POST {id}/{action}/, which answers the changed record (GAS-2). */
import { Type, type TObject } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Field, Fields } from '../../../src/contract/fields'
import { inputSchema, schemaName } from '../../../src/contract/schema'
import type { Write } from '../context'
import { stale } from '../errors'
import { parseInput, type Body, type Parsed } from '../input'
import { presentRecords } from '../present/signedUrls'
import type { ApiRecord } from '../read/records'
import type { ServerResource } from '../resource'
import { failures, idParams, idempotencyDocs, record, versionParameter } from './documentation'
import { runIdempotent, replyOnce } from './idempotency'
import { route } from './route'
import { attempt, expectedVersion, recordOf, sendRecord, toId } from './routes'

interface Action<F extends Fields, N extends Fields> {
  /** Its segment of the path. */
  name: string
  summary: string
  description: string
  /** What its body holds beside `version`. */
  fields: F
  /** The name of an object in its body, and what that may hold, all of it optional. */
  nested?: { name: string; fields: N }
  /** Whether it has been done already: the record is then answered as it is, also for an older version. */
  isDone?: (write: Write, before: ApiRecord) => Promise<boolean>
  /**
   * Changes the record, in a transaction of its own that no other write runs beside.
   * @throws ApiError 409 `refused` in a state that forbids it.
   */
  work: (write: Write, before: ApiRecord, body: Parsed<F>, nested: Parsed<N, 'patch'>) => Promise<void>
}

const bodySchema = (fields: Fields, nested: { name: string; fields: Fields } | undefined) => {
  const own = inputSchema(fields, 'create') as TObject
  return nested
    ? Type.Composite([own, Type.Object({ [nested.name]: inputSchema(nested.fields, 'patch') })])
    : own
}

/** Registers an action, with If-Match or `version`, and Idempotency-Key. */
export function actionRoute<const F extends Fields, const N extends Fields = Record<never, Field>>(
  app: FastifyInstance,
  resource: ServerResource,
  { name, summary, description, fields, nested, isDone, work }: Action<F, N>,
): void {
  const { contract } = resource
  route(app, {
    method: 'POST',
    path: `${contract.path}:id/${name}/`,
    document: {
      tags: [schemaName(contract)],
      summary,
      description,
      params: idParams,
      headers: Type.Composite([
        idempotencyDocs.headers,
        versionParameter(contract).headers ?? Type.Object({}),
      ]),
      body: bodySchema(fields, nested),
      response: { 200: record(contract, idempotencyDocs.answerHeaders), ...failures(404, 409, 422) },
    },
    handler: async (request, reply) => {
      const id = toId(resource, request.params.id)
      const version = expectedVersion(request, resource, id)
      const sent = request.body ?? {}
      const body = await parseInput<F, 'create'>(
        fields,
        sent,
        'create',
        undefined,
        nested ? [nested.name] : [],
      )
      const inner = nested ? ((sent as Body)[nested.name] ?? {}) : {}
      const innerBody = await parseInput<N | Record<never, Field>, 'patch'>(
        nested?.fields ?? {},
        inner,
        'patch',
      )
      const answer = await attempt(request, resource, () =>
        runIdempotent(request, async (write) => {
          const before = await recordOf(write, resource, id, {}, { to: write.actor })
          if (await isDone?.(write, before)) return { status: 200, body: before }
          if (version !== null && version !== before['version']) throw stale(contract.title, before)
          await work(write, before, body, innerBody as Parsed<N, 'patch'>)
          return { status: 200, body: await recordOf(write, resource, id, {}) }
        }),
      )
      presentRecords(request, resource, [answer.body])
      return sendRecord(request, replyOnce(reply, answer), resource, answer.body)
    },
  })
}

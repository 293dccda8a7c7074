/** Actions of a record beyond its fields: POST {id}/{action}/, which answers the changed record (GAS-2). */
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Fields } from '../../../src/contract/fields'
import { schemaName } from '../../../src/contract/schema'
import type { Write } from '../context'
import { stale } from '../errors'
import { parseInput, type Parsed } from '../input'
import { presentRecords } from '../present/signedUrls'
import type { ApiRecord } from '../read/records'
import type { ServerResource } from '../resource'
import { failures, idParams, idempotencyDocs, record, versionParameter } from './documentation'
import { runIdempotent, replyOnce } from './idempotency'
import { route } from './route'
import { attempt, expectedVersion, recordOf, sendRecord, toId } from './routes'

interface Action<F extends Fields> {
  /** Its segment of the path. */
  name: string
  summary: string
  description: string
  /** What its body holds beside `version`. */
  fields: F
  /**
   * Changes the record, in a transaction of its own that no other write runs beside.
   * @throws ApiError 409 `refused` in a state that forbids it.
   */
  work: (write: Write, before: ApiRecord, body: Parsed<F>) => Promise<void>
}

/** Registers an action, with If-Match or `version`, and Idempotency-Key. */
export function actionRoute<const F extends Fields>(
  app: FastifyInstance,
  resource: ServerResource,
  { name, summary, description, fields, work }: Action<F>,
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
      fields,
      response: { 200: record(contract, idempotencyDocs.answerHeaders), ...failures(404, 409, 422) },
    },
    handler: async (request, reply) => {
      const id = toId(resource, request.params.id)
      const version = expectedVersion(request, resource, id)
      const body = await parseInput<F, 'create'>(fields, request.body ?? {}, 'create')
      const answer = await attempt(request, resource, () =>
        runIdempotent(request, async (write) => {
          const before = await recordOf(write, resource, id, {}, { to: write.actor })
          if (version !== null && version !== before['version']) throw stale(contract.title, before)
          await work(write, before, body)
          return { status: 200, body: await recordOf(write, resource, id, {}) }
        }),
      )
      presentRecords(request, resource, [answer.body])
      return sendRecord(request, replyOnce(reply, answer), resource, answer.body)
    },
  })
}

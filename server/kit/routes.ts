/** Answers a resource over HTTP. A read-only resource registers the first function, any other both. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction } from './context'
import { documents } from './documentation'
import { invalidParameter, notFound } from './errors'
import { findPage, fitsOneBatch, readPage, streamList } from './list'
import { parseExpand, parseListQuery, type ExpandTree } from './query'
import { isAlive, loadRecords, type ApiRecord } from './records'
import type { ServerResource } from './resource'
import { createRecord, deleteRecord, updateRecord } from './write'

type Query = { Querystring: Record<string, unknown> }
type ById = { Params: { id: string } }

/** GET of the list and of one record. */
export function readRoutes(app: FastifyInstance, resource: ServerResource): void {
  const { contract } = resource

  app.get<Query>(contract.path, { schema: documents.list(contract) }, async (request, reply) => {
    const query = parseListQuery(contract, request.query)
    const page = await findPage(app.database, resource, query)
    if (!fitsOneBatch(page)) {
      void reply.type('application/json; charset=utf-8')
      return reply.send(Readable.from(streamList(app.database, resource, page, query)))
    }
    const results: ApiRecord[] = []
    for await (const records of readPage(app.database, resource, page, query)) results.push(...records)
    return { count: page.count, results }
  })

  app.get<Query & ById>(
    `${contract.path}:id/`,
    { schema: documents.get(contract) },
    async (request, reply) => {
      const expand = parseExpand(contract, request.query)
      const record = await readOne(app, resource, toId(resource, request.params.id), expand)
      return reply.headers(versionTag(record)).send(record)
    },
  )
}

/** POST, PUT, PATCH and DELETE. */
export function writeRoutes(app: FastifyInstance, resource: ServerResource): void {
  const { contract } = resource
  const one = `${contract.path}:id/`

  app.post<Query>(contract.path, { schema: documents.create(contract) }, async (request, reply) => {
    const expand = parseExpand(contract, request.query)
    const id = await inTransaction(app.database, byCaller(request), (write) =>
      createRecord(write, resource, request.body),
    )
    const record = await readOne(app, resource, id, expand)
    return reply.code(201).headers(versionTag(record)).send(record)
  })

  for (const [method, mode] of [
    ['PUT', 'update'],
    ['PATCH', 'patch'],
  ] as const)
    app.route<Query & ById>({
      method,
      url: one,
      schema: documents.change(contract, mode === 'patch'),
      handler: async (request, reply) => {
        const id = toId(resource, request.params.id)
        const expand = parseExpand(contract, request.query)
        const version = expectedVersion(request)
        await inTransaction(app.database, byCaller(request), (write) =>
          updateRecord(write, resource, id, request.body, { mode, version }),
        )
        const record = await readOne(app, resource, id, expand)
        return reply.headers(versionTag(record)).send(record)
      },
    })

  app.delete<ById>(one, { schema: documents.remove(contract) }, async (request, reply) => {
    const id = toId(resource, request.params.id)
    const version = expectedVersion(request)
    await inTransaction(app.database, byCaller(request), (write) =>
      deleteRecord(write, resource, id, version),
    )
    return reply.code(204).send()
  })
}

/** Who writes, and in which request. */
export const byCaller = (request: FastifyRequest) => ({ actor: request.caller.id, requestId: request.id })

async function readOne(
  app: FastifyInstance,
  resource: ServerResource,
  id: number,
  expand: ExpandTree,
): Promise<ApiRecord> {
  const { db } = app.database
  const [record] = (await isAlive(db, resource, id)) ? await loadRecords(db, resource, [id], expand) : []
  if (!record) throw notFound(resource.contract.title)
  return record
}

/** An id of the address; anything that cannot be one names no record. */
function toId({ contract }: ServerResource, text: string): number {
  const id = Number(text)
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > 2_147_483_647) throw notFound(contract.title)
  return id
}

const versionTag = ({ version }: ApiRecord): Record<string, string> =>
  typeof version === 'number' ? { etag: `"${version}"` } : {}

/** The version that a change builds on: the If-Match header, else the body's `version`; null asks for no check. */
function expectedVersion(request: FastifyRequest): number | null {
  const header = request.headers['if-match']?.trim()
  if (header !== undefined && header !== '*') {
    const tag = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)
    if (!tag) throw invalidParameter('If-Match', 'Must be a version, such as "3".')
    return Number(tag[1])
  }
  const { body } = request
  if (typeof body !== 'object' || body === null || !('version' in body)) return null
  const { version } = body
  if (version === null || version === undefined || version === '') return null
  // More digits than this name no version that a record can have.
  if ((typeof version !== 'number' && typeof version !== 'string') || !/^\d{1,9}$/.test(String(version)))
    throw invalidParameter('version', 'Must be a version, such as 3.')
  return Number(version)
}

/** Answers a resource over HTTP. A read-only resource registers the first function, any other both. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { byCaller, inTransaction, type Write } from '../context'
import { documents, failures, type RouteDocument } from './documentation'
import { ApiError, invalidParameter, notFound } from '../errors'
import { rehearse, storeAfter, type Ahead, type Change, type Done } from './ahead'
import { answerOnce, answerOnceAfter, replyOnce, type Answered, type First } from './idempotency'
import { answerTo } from '../present/signedUrls'
import { maxInteger } from '../input'
import { batchSize, fanOf, longPlaces, placesOfWeight } from '../read/effort'
import { countOf, findIds, readRecords } from '../read/list'
import type { Narrowing } from '../read/narrow'
import { parseExpand, parseListQuery, parseNarrowing, type ExpandTree } from '../read/query'
import { loadRecords, weightOf, type ApiRecord } from '../read/records'
import type { ServerResource } from '../resource'
import { isLight, streamList, streamRecord } from '../present/stream'
import { mannerOf } from '../write/reach'
import { createRecord, deleteRecord, restoreRecord, updateRecord } from '../write/write'

type Query = { Querystring: Record<string, unknown> }
type ById = { Params: { id: string } }

/** What such routes answer is read anew only where it may have changed. */
export const tagged = { tagged: true } as const

/** GET of the list and of one record. */
export function readRoutes(app: FastifyInstance, resource: ServerResource): void {
  const { contract } = resource

  app.get<Query>(contract.path, { config: tagged, schema: documents.list(resource) }, (request, reply) =>
    answerList(app, resource, request, reply, false),
  )

  app.get<Query & ById>(
    `${contract.path}:id/`,
    { config: tagged, schema: documents.get(resource) },
    async (request, reply) => {
      const expand = parseExpand(contract, request.query)
      const id = toId(resource, request.params.id)
      const record = await readOne(app, resource, id, request, expand, parseNarrowing(request.query))
      await request.place.takeLong(placesOfWeight(weightOf(record)))
      return sendRecord(request, reply, record)
    },
  )
}

/**
 * Told of a change once it is committed, with the record as the change left it, whatever has become of it since; what it
 * leads to is expanded there as the request asked.
 */
export type Committed = (request: FastifyRequest, id: number, change: Change) => void

/** Writes what follows from a change, in the transaction of the change itself: neither is there without the other. */
export type Within = (write: Write, id: number, change: Change) => Promise<void>

/**
 * What happens around the writes of a resource: elsewhere before them, with them, and once they are committed. A removal
 * is told of apart, since what came in its body has not been stored.
 */
export interface Around {
  ahead?: Ahead | undefined
  within?: Within | undefined
  committed?: Committed | undefined
  removed?: Committed | undefined
}

/** How the API document describes a write that may fail elsewhere. */
export const documentAround = (document: RouteDocument, { ahead }: Around): RouteDocument =>
  ahead ? { ...document, response: { ...document.response, ...failures(409, 502, 504) } } : document

/** POST, PUT, PATCH and DELETE. */
export function writeRoutes(app: FastifyInstance, resource: ServerResource, around: Around = {}): void {
  const { contract } = resource
  const { ahead, within, removed } = around
  const one = `${contract.path}:id/`

  app.post<Query>(
    contract.path,
    { schema: documentAround(documents.create(resource), around) },
    (request, reply) =>
      answerCreated(request, reply, resource, (write) => createRecord(write, resource, request.body), around),
  )

  changeRoutes(app, resource, around)

  app.delete<ById>(
    one,
    { schema: documentAround(documents.remove(resource), around) },
    async (request, reply) => {
      const id = toId(resource, request.params.id)
      const version = expectedVersion(request)
      const remove = (write: Write) => deleteRecord(write, resource, id, version)
      const before = await attempt(request, resource, async () => {
        const done = ahead
          ? await ahead(request, { before: await rehearse(request, remove), after: null })
          : null
        return inTransaction(app.database, byCaller(request), async (write) => {
          await done?.store(write, id)
          const before = await remove(write)
          await within?.(write, id, { before, after: null })
          return before
        })
      })
      removed?.(request, id, { before, after: null })
      return reply.code(204).send()
    },
  )
}

/**
 * Answers a POST that creates a record, once for each idempotency key (TRUST-28).
 * @param create writes it and gives its id.
 */
export async function answerCreated(
  request: FastifyRequest<Query>,
  reply: FastifyReply,
  resource: ServerResource,
  create: (write: Write) => Promise<number>,
  { ahead, within, committed }: Around = {},
): Promise<FastifyReply> {
  const expand = parseExpand(resource.contract, request.query)
  const createWith = async (write: Write) => {
    const id = await create(write)
    await within?.(write, id, { before: null, after: await recordOf(write, resource, id, {}) })
    return id
  }
  const answer = await attempt(request, resource, () =>
    ahead
      ? createAfter(request, resource, createWith, ahead, expand)
      : answerOnce(
          request,
          async (write) => createdAnswer(write, resource, await createWith(write), expand),
          mannerOf(resource),
        ),
  )
  return sendCreated(request, reply, resource, answer, committed)
}

/** Creates a record that stands elsewhere, too, and there first. */
async function createAfter(
  request: FastifyRequest,
  resource: ServerResource,
  create: (write: Write) => Promise<number>,
  ahead: Ahead,
  expand: ExpandTree,
): Promise<Answered<ApiRecord>> {
  const made: { done: Done | null } = { done: null }
  return storeAfter(
    request,
    async () => made.done?.undo(),
    () =>
      answerOnceAfter(
        request,
        async () => {
          const after = await rehearse(request, async (write) =>
            recordOf(write, resource, await create(write), {}),
          )
          made.done = await ahead(request, { before: null, after })
        },
        async (write) => {
          const id = await create(write)
          await made.done?.store(write, id)
          return createdAnswer(write, resource, id, expand)
        },
      ),
  )
}

/** The first answer about a record that has just been created. What it nests is not kept where that is much. */
export async function createdAnswer(
  write: Write,
  resource: ServerResource,
  id: number,
  expand: ExpandTree,
): Promise<First<ApiRecord>> {
  const body = await recordOf(write, resource, id, expand)
  return isLight([body])
    ? { status: 201, body }
    : { status: 201, body, kept: await recordOf(write, resource, id, {}) }
}

/** A record as a write has left it. An answer that cannot be given undoes the write. */
async function recordOf(
  { db, latest }: Write,
  resource: ServerResource,
  id: number,
  expand: ExpandTree,
): Promise<ApiRecord> {
  if (latest?.resource === resource.contract.name && latest.id === id && Object.keys(expand).length === 0)
    return latest.record
  const [record] = await loadRecords(db, resource, [id], expand)
  if (!record) throw notFound(resource.contract.title)
  return record
}

/** Sends the answer about a record that has been created, now or before. */
export function sendCreated(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: ServerResource,
  answer: Answered<ApiRecord>,
  committed?: Committed,
): FastifyReply {
  const { body, isRepeated } = answer
  if (!isRepeated)
    committed?.(request, body[resource.contract.idField] as number, { before: null, after: body })
  answerTo(request, resource, [body])
  return sendRecord(request, replyOnce(reply, answer), body)
}

/** Runs a write of the caller's; the record that a refusal carries leaves as those of every other answer do. */
async function attempt<T>(
  request: FastifyRequest,
  resource: ServerResource,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.more.current)
      answerTo(request, resource, [error.more.current as ApiRecord])
    throw error
  }
}

/** PUT and PATCH. */
export function changeRoutes(app: FastifyInstance, resource: ServerResource, around: Around = {}): void {
  const { contract } = resource
  const { ahead, within, committed } = around
  for (const [method, mode] of [
    ['PUT', 'update'],
    ['PATCH', 'patch'],
  ] as const)
    app.route<Query & ById>({
      method,
      url: `${contract.path}:id/`,
      schema: documentAround(documents.change(resource, mode === 'patch'), around),
      handler: async (request, reply) => {
        const id = toId(resource, request.params.id)
        const expand = parseExpand(contract, request.query)
        const version = expectedVersion(request)
        const change = async (write: Write, known: number | null, shown: ExpandTree) => {
          const before = await updateRecord(write, resource, id, request.body, { mode, version: known })
          return { before, record: await recordOf(write, resource, id, shown) }
        }
        const { before, record } = await attempt(request, resource, async () => {
          const rehearsed = ahead && (await rehearse(request, (write) => change(write, version, {})))
          const done =
            rehearsed && (await ahead(request, { before: rehearsed.before, after: rehearsed.record }))
          // What has been told elsewhere is what is stored here: nobody else may have changed it meanwhile.
          const known = done ? (rehearsed.before['version'] as number) : version
          return storeAfter(
            request,
            async () => done?.undo(),
            () =>
              inTransaction(
                app.database,
                byCaller(request),
                async (write) => {
                  const changed = await change(write, known, expand)
                  await done?.store(write, id)
                  const { before } = changed
                  await within?.(write, id, { before, after: await recordOf(write, resource, id, {}) })
                  return changed
                },
                mannerOf(resource),
              ),
          )
        })
        committed?.(request, id, { before, after: record })
        answerTo(request, resource, [record])
        return sendRecord(request, reply, record)
      },
    })
}

/** GET of what waits in the trash, and POST that brings a record back from there. */
export function trashRoutes(app: FastifyInstance, resource: ServerResource): void {
  const { contract } = resource

  app.get<Query>(
    `${contract.path}trash/`,
    { config: tagged, schema: documents.trash(resource) },
    (request, reply) => answerList(app, resource, request, reply, true),
  )

  app.post<Query & ById>(
    `${contract.path}:id/restore/`,
    { schema: documents.restore(resource) },
    async (request, reply) => {
      const expand = parseExpand(contract, request.query)
      const id = toId(resource, request.params.id)
      const record = await inTransaction(app.database, byCaller(request), async (write) => {
        await restoreRecord(write, resource, id)
        return recordOf(write, resource, id, expand)
      })
      answerTo(request, resource, [record])
      return sendRecord(request, reply, record)
    },
  )
}

/** Answers a list of any length: a short one in one piece, a long one while it is read (TRUST-23). */
export async function answerList(
  { database }: FastifyInstance,
  resource: ServerResource,
  request: FastifyRequest<Query>,
  reply: FastifyReply,
  trash: boolean,
) {
  const query = parseListQuery(resource, request.query)
  const viewer = { reader: request.caller.id, trash, dataVersion: request.dataVersion }
  // One more than a batch tells whether the list is long, before it takes its place among those.
  const start = { ...query, limit: Math.min(query.limit, batchSize + 1) }
  const first = await findIds(database, resource, start, viewer)
  const rows = first.length < start.limit ? first.length : query.limit
  const places = longPlaces(rows, fanOf(resource.contract, query.expand))
  await request.place.takeLong(places)

  const ids = rows > first.length ? await findIds(database, resource, query, viewer) : first
  const count = await countOf(database, resource, query, viewer, ids)
  const db = places > 0 ? database.scans : database.db
  const pages = linkedPages(request, resource, readRecords(db, resource, ids, query))
  // What cannot be answered shows in the first batch, while the status can still say so.
  const beginning = await pages.next()
  if (places > 0) return sendText(reply, streamList(count, resumed(beginning, pages)))
  const results: ApiRecord[] = []
  let weight = 0
  for (let next = beginning; !next.done; next = await pages.next()) {
    for (const record of next.value) {
      results.push(record)
      weight += weightOf(record)
    }
    if (isLight(results)) continue
    await request.place.takeLong(placesOfWeight((weight * ids.length) / results.length))
    const text = streamList(count, resumed({ done: false, value: results }, pages))
    return sendText(reply, request.place.during(text))
  }
  return { count, results }
}

const sendText = (reply: FastifyReply, text: AsyncIterable<string>): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(text))

/** Sends a record that has been read, in pieces where it nests much. */
function sendRecord({ place }: FastifyRequest, reply: FastifyReply, record: ApiRecord): FastifyReply {
  reply.headers(versionTag(record))
  return isLight([record]) ? reply.send(record) : sendText(reply, place.during(streamRecord(record)))
}

/** A generator of which the first value has been taken already. */
async function* resumed<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): AsyncGenerator<T> {
  if (!first.done) yield first.value
  yield* rest
}

async function* linkedPages(
  request: FastifyRequest,
  resource: ServerResource,
  pages: AsyncIterable<ApiRecord[]>,
): AsyncGenerator<ApiRecord[], void> {
  for await (const records of pages) {
    answerTo(request, resource, records)
    yield records
  }
}

/**
 * One record as the caller may see it.
 * @throws ApiError 404 for one that is absent, in the trash, or somebody else's alone.
 */
export async function readOne(
  app: FastifyInstance,
  resource: ServerResource,
  id: number,
  request: FastifyRequest,
  expand: ExpandTree = {},
  narrowing: Narrowing = {},
): Promise<ApiRecord> {
  const places = longPlaces(1, fanOf(resource.contract, expand))
  await request.place.takeLong(places)
  const db = places > 0 ? app.database.scans : app.database.db
  const [record] = await loadRecords(db, resource, [id], expand, narrowing, { to: request.caller.id })
  if (!record) throw notFound(resource.contract.title)
  answerTo(request, resource, [record])
  return record
}

/** An id of the address; anything that cannot be one names no record. */
export function toId({ contract }: ServerResource, text: string): number {
  const id = Number(text)
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > maxInteger) throw notFound(contract.title)
  return id
}

const versionTag = ({ version }: ApiRecord): Record<string, string> =>
  typeof version === 'number' ? { etag: `"${version}"` } : {}

/** The version that a change builds on: the If-Match header, else the body's `version`; null asks for no check. */
function expectedVersion(request: FastifyRequest): number | null {
  const header = request.headers['if-match']?.trim()
  if (header !== undefined && header !== '*') {
    const tag = /^(?:W\/)?"?(\d{1,9})(?:\.[\w-]+)?"?$/.exec(header)
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

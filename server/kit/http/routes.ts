/** Serves a resource over HTTP. A read-only resource registers the first function, any other both. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { minuteOf, nowOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import { writerFromRequest, inTransaction, type Write } from '../context'
import { documents, failures, type RouteDocument } from './documentation'
import { ApiError, invalidParameter, notFound, versionRequired } from '../errors'
import { replacesLists } from '../input'
import {
  dryRunWrite,
  storeAfterCall,
  type ExternalCall,
  type Change,
  type CompletedCall,
} from './externalCall'
import {
  runIdempotent,
  runIdempotentAfterCall,
  replyOnce,
  type IdempotentAnswer,
  type First,
} from './idempotency'
import { presentRecords } from '../present/signedUrls'
import type { DuplicatesAnswer } from '../../../src/contract/answers'
import type { LinkFilter } from '../../../src/contract/linkFilters'
import { marketDay, momentAt } from '../../../src/contract/gas/calendar'
import { maxInteger } from '../../../src/contract/numbers'
import { keepingLimits } from '../../db/rowLimits'
import { asAuthor } from '../limits'
import { findDuplicates } from '../read/duplicates'
import { batchSize, fanOutOf, longAnswerSlots, slotsOfWeight } from '../read/costEstimate'
import { resolveFilters } from '../read/filters'
import { readRecords } from '../read/batches'
import { findIds } from '../read/list'
import { countOf } from '../read/listCounts'
import {
  parseAsOf,
  parseDuplicateQuery,
  parseExpand,
  parseListQuery,
  parseLinkFilter,
  type ExpandTree,
  type ListQuery,
  type Parameters,
  type Query,
} from '../read/query'
import { followMerges, missingRecord } from '../read/merged'
import { loadRecords, weightOf, type ApiRecord } from '../read/records'
import type { ServerResource } from '../resource'
import { isLight, streamList, streamRecord } from '../present/stream'
import { lockModeOf } from '../write/lockMode'
import { createAndLoad } from '../write/create'
import { deleteRecord, purgeRecord, restoreRecord } from '../write/remove'
import { updateRecord } from '../write/update'
import { route } from './route'

/** Answers of these routes carry an entity tag, for conditional requests. */
export const withEtag = { tagged: true } as const

/** GET of the list and of one record. */
export function readRoutes(app: FastifyInstance, resource: ServerResource): void {
  const { contract } = resource

  // An entity tag stands for the data; these answers depend on the moment, too.
  const config = resource.atMoment ? {} : withEtag
  route(app, {
    method: 'GET',
    path: contract.path,
    config,
    document: documents.list(resource),
    handler: (request, reply) => answerList(app, resource, request, reply, false),
  })

  if (contract.duplicates)
    route(app, {
      method: 'GET',
      path: `${contract.path}duplicates/`,
      config: withEtag,
      document: documents.duplicates(resource),
      handler: (request) => answerDuplicates(app, resource, request),
    })

  route(app, {
    method: 'GET',
    path: `${contract.path}:id/`,
    config,
    document: documents.get(resource),
    handler: async (request, reply) => {
      const expand = parseExpand(contract, request.query)
      const id = toId(resource, request.params.id)
      const record = await readOne(app, resource, id, request, expand, parseLinkFilter(request.query))
      showAsOf(resource, app.database, [record], asOfOf(app, resource, request.query))
      await request.slot.takeLong(slotsOfWeight(weightOf(record)))
      return sendRecord(request, reply, resource, record)
    },
  })
}

/**
 * Called once a change is committed, with the record as the change left it, regardless of later changes; its relations
 * are expanded as the request asked. The answer to a change waits for the promise.
 */
export type AfterCommitHook = (
  request: FastifyRequest,
  id: number,
  change: Change,
) => Promise<void> | undefined | void

/** Writes what follows from a change, in the transaction of the change itself. */
export type TransactionHook = (write: Write, id: number, change: Change) => Promise<void>

/**
 * Hooks around the writes of a resource: external calls before them, further writes in their transaction, and calls
 * after the commit. Removals have a hook of their own, since the content of their body has not been stored.
 */
export interface WriteHooks {
  externalCall?: ExternalCall | undefined
  beforeCommit?: TransactionHook | undefined
  afterCommit?: AfterCommitHook | undefined
  afterRemoval?: AfterCommitHook | undefined
  /** Further statuses with which a write may be refused. */
  refusals?: readonly number[] | undefined
}

/** Describes a write in the API document that may fail in an external system. */
export const documentWithHooks = <Document extends RouteDocument>(
  document: Document,
  { externalCall, refusals = [] }: WriteHooks,
): Document => ({
  ...document,
  response: { ...document.response, ...failures(...refusals, ...(externalCall ? [409, 502, 504] : [])) },
})

/** POST, PUT, PATCH, and DELETE where records are deleted by themselves. */
export function writeRoutes(app: FastifyInstance, resource: ServerResource, hooks: WriteHooks = {}): void {
  const { contract } = resource
  const { externalCall, beforeCommit, afterRemoval } = hooks
  const one = `${contract.path}:id/`

  route(app, {
    method: 'POST',
    path: contract.path,
    document: documentWithHooks(documents.create(resource), hooks),
    handler: (request, reply) =>
      answerCreated(request, reply, resource, (write) => createAndLoad(write, resource, request.body), hooks),
  })

  changeRoutes(app, resource, hooks)
  if (resource.routes === 'undeletable') return

  route(app, {
    method: 'DELETE',
    path: one,
    document: documentWithHooks(documents.remove(resource), { externalCall }),
    handler: async (request, reply) => {
      const id = toId(resource, request.params.id)
      const version = expectedVersion(request, resource, id)
      const remove = (write: Write) => deleteRecord(write, resource, id, version)
      const before = await attempt(request, resource, async () => {
        const done = externalCall
          ? await externalCall(request, { before: await dryRunWrite(request, remove), after: null })
          : null
        return inTransaction(app.database, writerFromRequest(request), async (write) => {
          await done?.store(write, id)
          const before = await remove(write)
          await beforeCommit?.(write, id, { before, after: null })
          return before
        })
      })
      void afterRemoval?.(request, id, { before, after: null })
      return reply.code(204).send()
    },
  })
}

/**
 * Answers a POST that creates a record, once for each idempotency key (TRUST-28).
 * @param create writes it and gives its id, or the record where nothing changes it any more.
 */
export async function answerCreated(
  request: FastifyRequest<Query>,
  reply: FastifyReply,
  resource: ServerResource,
  create: (write: Write) => Promise<number | ApiRecord>,
  { externalCall, beforeCommit, afterCommit }: WriteHooks = {},
): Promise<FastifyReply> {
  const expand = parseExpand(resource.contract, request.query)
  const createWith = async (write: Write) => {
    const created = await create(write)
    if (!beforeCommit) return created
    const id = idOf(resource, created)
    await beforeCommit(write, id, { before: null, after: await recordOf(write, resource, id, {}) })
    return id
  }
  const answer = await attempt(request, resource, () =>
    externalCall
      ? createAfter(request, resource, createWith, externalCall, expand)
      : runIdempotent(
          request,
          async (write) => createdAnswer(write, resource, await createWith(write), expand),
          lockModeOf(resource),
        ),
  )
  return sendCreated(request, reply, resource, answer, afterCommit)
}

/** Creates a record that is also stored in an external system, there first. */
async function createAfter(
  request: FastifyRequest,
  resource: ServerResource,
  create: (write: Write) => Promise<number | ApiRecord>,
  externalCall: ExternalCall,
  expand: ExpandTree,
): Promise<IdempotentAnswer<ApiRecord>> {
  const made: { done: CompletedCall | null } = { done: null }
  return storeAfterCall(
    request,
    async () => made.done?.undo(),
    () =>
      runIdempotentAfterCall(
        request,
        async () => {
          const after = await dryRunWrite(request, async (write) =>
            recordOf(write, resource, idOf(resource, await create(write)), {}),
          )
          made.done = await externalCall(request, { before: null, after })
        },
        async (write) => {
          const id = idOf(resource, await create(write))
          await made.done?.store(write, id)
          return createdAnswer(write, resource, id, expand)
        },
      ),
  )
}

const idOf = ({ contract }: ServerResource, created: number | ApiRecord) =>
  typeof created === 'number' ? created : (created[contract.idField] as number)

/**
 * The first answer about a record that has just been created. Large nested content is not kept for replays.
 * @param created its id, or the record as it is stored.
 */
export async function createdAnswer(
  write: Write,
  resource: ServerResource,
  created: number | ApiRecord,
  expand: ExpandTree,
): Promise<First<ApiRecord>> {
  const id = idOf(resource, created)
  const isRead = typeof created === 'object' && isLight([created]) && Object.keys(expand).length === 0
  // Its own object, also where it has been read: presenting it must not reach what listeners of the change are told.
  const body = isRead ? { ...created } : await recordOf(write, resource, id, expand)
  return isLight([body])
    ? { status: 201, body }
    : { status: 201, body, kept: await recordOf(write, resource, id, {}) }
}

/**
 * A record as a write has left it, as its author sees it. If no answer can be made, the write is rolled back.
 * @param visible the user whose own records are visible, without the trash; left out: any.
 */
export async function recordOf(
  author: Write,
  resource: ServerResource,
  id: number,
  expand: ExpandTree,
  visible?: { to: number | null },
): Promise<ApiRecord> {
  const { db } = author
  const [record] = await asAuthor(author, () => loadRecords(db, resource, [id], expand, {}, visible))
  if (!record) throw notFound(resource.contract.title)
  return record
}

/** Sends the answer about a created record, first time or replay. */
export function sendCreated(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: ServerResource,
  answer: IdempotentAnswer<ApiRecord>,
  committed?: AfterCommitHook,
): FastifyReply {
  const { body, isRepeated } = answer
  if (!isRepeated)
    void committed?.(request, body[resource.contract.idField] as number, { before: null, after: body })
  presentRecords(request, resource, [body])
  return sendRecord(request, replyOnce(reply, answer), resource, body)
}

/** Runs a write of the caller's; the record carried by a refusal is filtered like that of any other answer. */
export async function attempt<T>(
  request: FastifyRequest,
  resource: ServerResource,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.more.current)
      presentRecords(request, resource, [error.more.current as ApiRecord])
    throw error
  }
}

/** PUT and PATCH. */
export function changeRoutes(app: FastifyInstance, resource: ServerResource, hooks: WriteHooks = {}): void {
  const { contract } = resource
  const { externalCall, beforeCommit, afterCommit } = hooks
  for (const [method, mode] of [
    ['PUT', 'update'],
    ['PATCH', 'patch'],
  ] as const)
    route(app, {
      method,
      path: `${contract.path}:id/`,
      document: documentWithHooks(documents.change(resource, mode === 'patch'), hooks),
      handler: async (request, reply) => {
        const id = toId(resource, request.params.id)
        const expand = parseExpand(contract, request.query)
        const version = expectedVersion(request, resource, id)
        if (
          version === null &&
          !app.config.listsWithoutVersion &&
          replacesLists(contract.fields, request.body)
        )
          throw versionRequired(contract.title)
        const change = async (write: Write, known: number | null, shown: ExpandTree) => {
          const before = await updateRecord(write, resource, id, request.body, { mode, version: known })
          return { before, record: await recordOf(write, resource, id, shown) }
        }
        const { before, record } = await attempt(request, resource, async () => {
          const dryRun = externalCall && (await dryRunWrite(request, (write) => change(write, version, {})))
          const done =
            dryRun && (await externalCall(request, { before: dryRun.before, after: dryRun.record }))
          // The external system has been sent these values, so the record must not have changed since.
          const known = done ? (dryRun.before['version'] as number) : version
          return storeAfterCall(
            request,
            async () => done?.undo(),
            () =>
              inTransaction(
                app.database,
                writerFromRequest(request),
                async (write) => {
                  const changed = await change(write, known, expand)
                  await done?.store(write, id)
                  const { before } = changed
                  await beforeCommit?.(write, id, { before, after: await recordOf(write, resource, id, {}) })
                  return changed
                },
                lockModeOf(resource),
              ),
          )
        })
        await afterCommit?.(request, id, { before, after: record })
        presentRecords(request, resource, [record])
        return sendRecord(request, reply, resource, record)
      },
    })
}

/**
 * GET of the trash, POST that restores a record from it, and DELETE for good.
 * @param hooks as for the other writes: in the external system, a restored record is created anew.
 */
export function trashRoutes(app: FastifyInstance, resource: ServerResource, hooks: WriteHooks = {}): void {
  const { contract } = resource
  const { externalCall, beforeCommit, afterCommit } = hooks

  route(app, {
    method: 'GET',
    path: `${contract.path}trash/`,
    config: resource.atMoment ? {} : withEtag,
    document: documents.trash(resource),
    handler: (request, reply) => answerList(app, resource, request, reply, true),
  })

  route(app, {
    method: 'POST',
    path: `${contract.path}:id/restore/`,
    document: documentWithHooks(documents.restore(resource), hooks),
    handler: async (request, reply) => {
      const expand = parseExpand(contract, request.query)
      const id = toId(resource, request.params.id)
      const restore = async (write: Write) => {
        await restoreRecord(write, resource, id)
        return recordOf(write, resource, id, {})
      }
      const { record, after } = await attempt(request, resource, async () => {
        const done = externalCall
          ? await externalCall(request, { before: null, after: await dryRunWrite(request, restore) })
          : null
        return storeAfterCall(
          request,
          async () => done?.undo(),
          () =>
            inTransaction(app.database, writerFromRequest(request), async (write) => {
              const after = await restore(write)
              await done?.store(write, id)
              await beforeCommit?.(write, id, { before: null, after })
              return { after, record: await recordOf(write, resource, id, expand) }
            }),
        )
      })
      void afterCommit?.(request, id, { before: null, after })
      presentRecords(request, resource, [record])
      return sendRecord(request, reply, resource, record)
    },
  })

  route(app, {
    method: 'DELETE',
    path: `${contract.path}trash/:id/`,
    document: documents.purge(resource),
    handler: async (request, reply) => {
      const id = toId(resource, request.params.id)
      await inTransaction(app.database, writerFromRequest(request), (write) =>
        purgeRecord(write, resource, id),
      )
      return reply.code(204).send()
    },
  })
}

/** The moment that a request asks a resource's momentary fields for; null: that of the answer. */
export const asOfOf = (
  { config }: FastifyInstance,
  { atMoment }: ServerResource,
  query: unknown,
): string | null =>
  atMoment ? (parseAsOf(query as Parameters, config.marketTimeZone)?.moment ?? null) : null

/** Sets the momentary fields of records to those of a moment. */
function showAsOf(
  { atMoment }: ServerResource,
  { db }: OpenDatabase,
  records: readonly ApiRecord[],
  asOf: string | null,
): void {
  if (atMoment && asOf !== null)
    for (const record of records) Object.assign(record, atMoment(record, asOf, db))
}

/**
 * A list whose conditions are all of one moment: its own, where it has any, and those that depend on the market's day, on the
 * user, or on merges.
 */
export async function ofOneMoment(
  query: ListQuery,
  resource: ServerResource,
  { database: { db }, config: { marketTimeZone: timeZone } }: FastifyInstance,
  asOf: string | null,
  reader: number,
): Promise<ListQuery> {
  const now = asOf ?? nowOf(db).toISOString()
  const today = marketDay(now, timeZone)
  const resolved = resolveFilters(resource, query.filters, { today, timeZone, reader })
  const filters = await followMerges(db, resource, resolved)
  const own = Object.keys(query.own)
  if (!resource.atMoment) {
    const isOfMoment = own.some((name) => resource.listParameters[name]?.dependsOnMoment)
    const as_of = `minute ${minuteOf(db)}`
    return { ...query, filters, own: isOfMoment ? { ...query.own, as_of } : query.own }
  }
  if (own.length === 0) return { ...query, filters }
  // The same all day, so that what is counted once in a state of the data stays so.
  const moment = resource.changesDaily ? momentAt(today, 0, timeZone) : now
  return {
    ...query,
    filters,
    own: { ...query.own, as_of: moment },
    isOfNow: asOf === null && !resource.changesDaily,
  }
}

/** Answers a list of any length: a short one in one piece, a long one streamed (TRUST-23). */
export async function answerList(
  app: FastifyInstance,
  resource: ServerResource,
  request: FastifyRequest<Query>,
  reply: FastifyReply,
  trash: boolean,
) {
  const { database } = app
  const asOf = asOfOf(app, resource, request.query)
  const parsed = parseListQuery(resource, request.query, trash)
  const query = await ofOneMoment(parsed, resource, app, asOf, request.caller.id)
  const viewer = { reader: request.caller.id, trash, dataVersion: request.dataVersion }
  // One row more than a batch shows whether the list is long, before a slot of the long limiter is taken.
  const start = { ...query, limit: Math.min(query.limit, batchSize + 1) }
  const first = await findIds(database, resource, start, viewer)
  const rows = first.length < start.limit ? first.length : query.limit
  const places = longAnswerSlots(rows, fanOutOf(resource.contract, query.expand))
  await request.slot.takeLong(places)

  const ids = rows > first.length ? await findIds(database, resource, query, viewer) : first
  const count = await countOf(database, resource, query, viewer, ids)
  const db = places > 0 ? database.scans : database.db
  const pages = linkedPages(request, resource, readRecords(db, resource, ids, query), asOf)
  // Errors occur in the first batch, while the status can still report them.
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
    await request.slot.takeLong(slotsOfWeight((weight * ids.length) / results.length))
    const text = streamList(count, resumed({ done: false, value: results }, pages))
    return sendText(reply, request.slot.holdWhileStreaming(text))
  }
  return { count, results }
}

/** The records that have something in common with one that is being written (K15). */
async function answerDuplicates(
  { database }: FastifyInstance,
  resource: ServerResource,
  request: FastifyRequest<Query>,
): Promise<DuplicatesAnswer<ApiRecord>> {
  const query = parseDuplicateQuery(resource.contract, request.query)
  const matches = await findDuplicates(database, resource, query, request.caller.id)
  const ids = [...new Set(matches.flatMap((match) => match.ids))]
  const results: ApiRecord[] = []
  const pages = linkedPages(
    request,
    resource,
    readRecords(database.db, resource, ids, { expand: {}, linkFilter: {} }),
  )
  for await (const page of pages) results.push(...page)
  await request.slot.takeLong(slotsOfWeight(results.reduce((sum, record) => sum + weightOf(record), 0)))
  return { count: results.length, results, matches }
}

const sendText = (reply: FastifyReply, text: AsyncIterable<string>): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(keepingLimits(text)))

/** Sends a loaded record, streamed where it nests much. */
export function sendRecord(
  { slot }: FastifyRequest,
  reply: FastifyReply,
  resource: ServerResource,
  record: ApiRecord,
): FastifyReply {
  reply.headers(versionTag(resource, record))
  return isLight([record])
    ? reply.send(record)
    : sendText(reply, slot.holdWhileStreaming(streamRecord(record)))
}

/** A generator whose first value has been consumed already. */
export async function* resumed<T>(
  first: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void>,
): AsyncGenerator<T> {
  if (!first.done) yield first.value
  yield* rest
}

export async function* linkedPages(
  request: FastifyRequest,
  resource: ServerResource,
  pages: AsyncIterable<ApiRecord[]>,
  asOf: string | null = null,
): AsyncGenerator<ApiRecord[], void> {
  for await (const records of pages) {
    showAsOf(resource, request.server.database, records, asOf)
    presentRecords(request, resource, records)
    yield records
  }
}

/**
 * One record as the caller may see it.
 * @throws ApiError 404 for one that is absent, in the trash, or private to another user.
 */
export async function readOne(
  app: FastifyInstance,
  resource: ServerResource,
  id: number,
  request: FastifyRequest,
  expand: ExpandTree = {},
  linkFilter: LinkFilter = {},
): Promise<ApiRecord> {
  const places = longAnswerSlots(1, fanOutOf(resource.contract, expand))
  await request.slot.takeLong(places)
  const db = places > 0 ? app.database.scans : app.database.db
  const [record] = await loadRecords(db, resource, [id], expand, linkFilter, { to: request.caller.id })
  if (!record) throw await missingRecord(app.database.db, resource, id)
  presentRecords(request, resource, [record])
  return record
}

/** An id of the address; malformed ones match no record. @throws ApiError 404 that names what is looked for. */
export function idIn(text: string, title: string): number {
  const id = Number(text)
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > maxInteger) throw notFound(title)
  return id
}

/** The same for records of a resource. */
export const toId = ({ contract }: ServerResource, text: string): number => idIn(text, contract.title)

/** A tag includes the resource and the id: version numbers alone are equal for many records (TRUST-49). */
const recordTag = ({ contract }: ServerResource, id: number): string => `${contract.name}-${id}`

const versionTag = (resource: ServerResource, record: ApiRecord): Record<string, string> => {
  const { version } = record
  const id = record[resource.contract.idField] as number
  return typeof version === 'number' ? { etag: `"${version}.${recordTag(resource, id)}"` } : {}
}

/** A version that no record has, so that no change can build on it. */
const noVersion = 0

/**
 * The version that a change of a record builds on: the If-Match header, else the body's `version`; null skips the
 * check. The tag of another record never matches, even with the same version.
 */
export function expectedVersion(
  request: FastifyRequest,
  resource: ServerResource,
  id: number,
): number | null {
  const header = request.headers['if-match']?.trim()
  if (header !== undefined && header !== '*') {
    const [, version, record] = /^(?:W\/)?"?(\d{1,9})(?:\.([\w-]+)(?:\.[\w-]+)?)?"?$/.exec(header) ?? []
    if (version === undefined) throw invalidParameter('If-Match', 'Must be a version, such as "3".')
    return record === undefined || record === recordTag(resource, id) ? Number(version) : noVersion
  }
  const { body } = request
  if (typeof body !== 'object' || body === null || !('version' in body)) return null
  const { version } = body
  if (version === null || version === undefined || version === '') return null
  // Longer numbers are beyond any version.
  if ((typeof version !== 'number' && typeof version !== 'string') || !/^\d{1,9}$/.test(String(version)))
    throw invalidParameter('version', 'Must be a version, such as 3.')
  return Number(version)
}

/** Changes of many records at once: begun, followed, stopped and taken back (BULK-1). */
import { keepingLimits } from '../../db/rowLimits'
import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contract, targetOf } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import {
  alongOf,
  bulkActions,
  bulkChangesPath,
  bulkLists,
  bulkOutcomes,
  bulkStates,
  explainedOutcomes,
  maxBulkIds,
  maxBulkRecords,
  type BulkAction,
  type BulkChange,
  type BulkList,
  type BulkOrder,
  type BulkRecord,
  type BulkSelection,
} from '../../../src/contract/bulkChanges'
import { isRelation, type Field, type Resource } from '../../../src/contract/fields'
import { maxInteger } from '../../../src/contract/numbers'
import { problems } from '../../../src/contract/problems'
import { oneOf } from '../../../src/contract/schema'
import { beginUndo, stageChange, stopChange } from '../bulk/begin'
import { answerOf, bulkChangeOf, explainedRecords, listChanges } from '../bulk/kept'
import { writerFromRequest, type Write } from '../context'
import { ApiError, invalidFields, notFound } from '../errors'
import { csvFile } from '../export/csv'
import { parseInput, type Body } from '../input'
import { assertMayWrite, assertRight } from '../policy'
import { findIds } from '../read/list'
import { parseListQuery, parsePage } from '../read/query'
import { isAlive } from '../read/records'
import { resourceOf } from '../registry'
import type { ServerResource } from '../resource'
import { csvAnswer, documentRoute, filterParameters, idempotencyDocs, idParams } from './documentation'
import { replyOnce, runIdempotent, runIdempotentAfterCall } from './idempotency'
import { route } from './route'
import { ofOneMoment, resumed } from './routes'

const tag = 'BulkChange'

/** Changes, and explained records, of one answer at most. */
const maxListed = 100

/** Registers the routes; the work is done by the runner (kit/bulk/run.ts). */
export function bulkRoutes(app: FastifyInstance): void {
  const { database } = app
  beginRoute(app)

  route(app, {
    method: 'GET',
    path: bulkChangesPath,
    document: {
      ...documentRoute(tag, 'List one’s own bulk changes', listOf(changeSchema)),
      description: 'The newest first; each is kept for seven days.',
      querystring: pageQuery,
    },
    handler: ({ query, caller }): Promise<ListAnswer<BulkChange>> =>
      listChanges(database.db, caller.id, parsePage(query, maxListed)),
  })

  route(app, {
    method: 'GET',
    path: `${bulkChangesPath}:id/`,
    document: {
      ...documentRoute(tag, 'Read how far a bulk change has come', changeSchema, null, [404]),
      params: idParams,
    },
    handler: ({ params, caller }): Promise<BulkChange> =>
      answerOf(database.db, toChangeId(params.id), caller.id),
  })

  route(app, {
    method: 'GET',
    path: `${bulkChangesPath}:id/records/`,
    document: {
      ...documentRoute(
        tag,
        'List the records that a bulk change has left as they are',
        listOf(recordSchema),
        null,
        [404],
      ),
      description: `Those ${explainedOutcomes.join(', ')}, each with the reason.`,
      params: idParams,
      querystring: pageQuery,
    },
    handler: async ({ params, query, caller }): Promise<ListAnswer<BulkRecord>> => {
      const change = await bulkChangeOf(database.db, toChangeId(params.id), caller.id)
      const { counts } = await answerOf(database.db, change.bulk_change_id, caller.id)
      const results: BulkRecord[] = []
      for await (const some of explainedRecords(database.db, change, parsePage(query, maxListed)))
        results.push(...some)
      return { count: explainedOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0), results }
    },
  })

  route(app, {
    method: 'GET',
    path: `${bulkChangesPath}:id/refused/`,
    document: {
      ...documentRoute(
        tag,
        'Download the records that a bulk change has left as they are',
        null,
        null,
        [404],
      ),
      params: idParams,
      response: csvAnswer('There is no such bulk change.'),
    },
    handler: async ({ params, caller }, reply) => {
      const change = await bulkChangeOf(database.db, toChangeId(params.id), caller.id)
      const pages = (async function* () {
        for await (const some of explainedRecords(database.db, change))
          yield some.map(({ record, name, outcome, reason }) => [record, name, outcome, reason])
      })()
      // The first one is read before, while a failure can still be answered.
      const all = resumed(await pages.next(), pages)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="refused.csv"')
        .send(Readable.from(keepingLimits(csvFile(['Id', 'Name', 'Outcome', 'Reason'], all))))
    },
  })

  actionRoute(app, 'stop', 'Stop a bulk change', 'What is changed stays so.', stopChange)
  actionRoute(
    app,
    'undo',
    'Take a bulk change back',
    'Once, within seven days. Each record that is as the change has left it gets the value from before; others are kept, and named.',
    beginUndo,
  )
}

function actionRoute(
  app: FastifyInstance,
  action: 'stop' | 'undo',
  summary: string,
  description: string,
  act: (write: Write, id: number, owner: number) => Promise<void>,
): void {
  route(app, {
    method: 'POST',
    path: `${bulkChangesPath}:id/${action}/`,
    document: {
      ...documentRoute(tag, summary, changeSchema, null, [404, 409, 422]),
      description,
      params: idParams,
      headers: idempotencyDocs.headers,
    },
    handler: async (request, reply) => {
      const { caller } = request
      const id = toChangeId(request.params.id)
      const answer = await runIdempotent(request, async (write) => {
        await act(write, id, caller.id)
        return { status: 200, body: await answerOf(write.db, id, caller.id) }
      })
      app.bulkChanges.wake()
      return replyOnce(reply, answer).send(answer.body)
    },
  })
}

function beginRoute(app: FastifyInstance): void {
  const document = documentRoute(tag, 'Change many records at once', changeSchema, null, [404, 409, 422])
  const { 200: begun, ...others } = document.response
  route(app, {
    method: 'POST',
    path: bulkChangesPath,
    document: {
      ...document,
      description:
        'Begins it; the records follow in the background, each as the same change by itself would: by the same rules, in the version that it has now.',
      headers: idempotencyDocs.headers,
      body: orderSchema,
      response: { ...others, 201: { ...(begun as object), headers: idempotencyDocs.answerHeaders } },
    },
    handler: async (request, reply) => {
      const writer = { ...writerFromRequest(request), actor: request.caller.id }
      const answer = await runIdempotentAfterCall(
        request,
        async () => {
          const order = await readOrder(request)
          if (order.action === 'delete') assertRight(writer, 'bulk_delete')
          return stageChange(app.database, writer, order, await selectedIds(request, order))
        },
        async (write, finish) => ({
          status: 201,
          body: await answerOf(write.db, await finish(write), writer.actor),
        }),
      )
      app.bulkChanges.wake()
      return replyOnce(reply, answer).send(answer.body)
    },
  })
}

const isBody = (sent: unknown): sent is Body =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)

const bodyOf = ({ body }: FastifyRequest): Body => {
  if (!isBody(body)) throw new ApiError(400, 'invalid', 'The request body must be a JSON object.')
  return body
}

/** @throws ApiError 400 for what is none of the options. */
function readOption<T extends string>(body: Body, name: string, options: readonly T[]): T {
  const found = options.find((option) => option === body[name])
  if (found === undefined) throw invalidFields({ [name]: `Choose one of: ${options.join(', ')}.` })
  return found
}

const bodyNames = ['list', 'action', 'field', 'value', 'along', 'ids', 'query', 'count']

/**
 * What is to be done.
 * @throws ApiError 400 for what cannot be, with the field that it is about; 404 for a record that it names, 409 for a field
 *   that the caller may not write.
 */
async function readOrder(request: FastifyRequest): Promise<BulkOrder> {
  const body = bodyOf(request)
  const unknown = Object.keys(body).filter((name) => !bodyNames.includes(name))
  if (unknown.length > 0)
    throw invalidFields(Object.fromEntries(unknown.map((name) => [name, 'There is no such field.'])))
  const list = readOption(body, 'list', bulkLists)
  const action = readOption(body, 'action', bulkActions)
  if (action === 'delete' || action === 'restore')
    return { list, action, field: null, value: null, along: {} }
  const resource = resourceOf(list)
  const fields = fieldsFor(resource.contract, action)
  const field = readOption(body, 'field', fields)
  const { value } = body
  if (value === undefined) throw invalidFields({ value: problems.required })
  await assertWritable(request, resource, action, field, value)
  const along = readAlong(body, list, field, value)
  for (const [name, one] of Object.entries(along)) await assertWritable(request, resource, 'set', name, one)
  return { list, action, field, value, along }
}

/**
 * The values of fields that go along with that of another one.
 * @throws ApiError 400 for fields that do not, and for those that are missing.
 */
function readAlong({ along = {} }: Body, list: BulkList, field: string, value: unknown): Body {
  if (!isBody(along)) throw invalidFields({ along: 'Send an object of fields.' })
  const { needed, optional } = alongOf(list, field, value)
  const others = Object.keys(along).filter((name) => ![...needed, ...optional].includes(name))
  const missing = needed.filter((name) => (along[name] ?? null) === null)
  const faults = [
    ...others.map((name) => [name, `It does not go along with this value of ${field}.`]),
    ...missing.map((name) => [name, problems.required]),
  ]
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults) as Record<string, string>)
  return along
}

/** The fields that an action is for. */
const fieldsFor = ({ bulk = [], fields }: Resource, action: BulkAction): readonly string[] =>
  bulk.filter((name) => (fields[name]?.kind === 'many') === (action !== 'set'))

async function assertWritable(
  request: FastifyRequest,
  resource: ServerResource,
  action: BulkAction,
  name: string,
  value: unknown,
): Promise<void> {
  const field = resource.contract.fields[name] as Field
  assertMayWrite(writerFromRequest(request), resource.name, { [name]: value })
  const parsed = await parseInput({ [name]: field }, { [name]: value }, 'patch')
  if (!isRelation(field)) return
  const ids = [parsed[name]].flat().filter((id): id is number => typeof id === 'number')
  if (action !== 'set' && ids.length === 0) throw invalidFields({ [name]: problems.required })
  // What is no longer there can still be removed.
  if (action === 'remove') return
  const target = resourceOf(targetOf(field))
  for (const id of ids)
    if (!(await isAlive(request.server.database.db, target, id, request.caller.id)))
      throw notFound(target.contract.title)
}

/** @throws ApiError 400 for a selection that is none, 409 where it has grown. */
async function selectedIds(request: FastifyRequest, { list, action }: BulkOrder): Promise<readonly number[]> {
  const selection = readSelection(bodyOf(request))
  const ids =
    'ids' in selection ? selection.ids : await idsOfQuery(request, resourceOf(list), action, selection)
  if (ids.length === 0) throw invalidFields({ ids: 'Select at least one record.' })
  return ids
}

function readSelection({ ids, query, count }: Body): BulkSelection {
  if ((ids === undefined) === (query === undefined))
    throw invalidFields({ ids: 'Send either ids, or query with count.' })
  if (ids !== undefined) {
    const isId = (id: unknown): id is number =>
      typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= maxInteger
    if (!Array.isArray(ids) || !ids.every(isId)) throw invalidFields({ ids: 'Send a list of ids.' })
    if (ids.length > maxBulkIds)
      throw invalidFields({ ids: `At most ${maxBulkIds.toLocaleString('en-US')} ids.` })
    return { ids: [...new Set(ids)] }
  }
  if (!isBody(query) || !Object.values(query).every((value) => typeof value === 'string'))
    throw invalidFields({ query: 'Send an object of the list’s parameters, each a text.' })
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    throw invalidFields({ count: 'Send how many records the list has shown.' })
  return { query: query as Record<string, string>, count }
}

async function idsOfQuery(
  request: FastifyRequest,
  resource: ServerResource,
  action: BulkAction,
  { query, count }: Extract<BulkSelection, { query: unknown }>,
): Promise<readonly number[]> {
  const { server, caller, dataVersion } = request
  const known = Object.keys(filterParameters(resource))
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown !== undefined) throw invalidFields({ query: `"${unknown}" is no filter of this list.` })
  const isTrash = action === 'restore'
  const listed = await ofOneMoment(
    { ...parseListQuery(resource, query, isTrash), limit: maxBulkRecords + 1, offset: 0 },
    resource,
    server,
    null,
    caller.id,
  )
  const ids = await findIds(server.database, resource, listed, {
    reader: caller.id,
    trash: isTrash,
    dataVersion,
  })
  if (ids.length > maxBulkRecords)
    throw invalidFields({ query: `At most ${maxBulkRecords.toLocaleString('en-US')} records at once.` })
  if (ids.length > count)
    throw new ApiError(
      409,
      'selection_grown',
      `${ids.length.toLocaleString('en-US')} records match by now, not ${count.toLocaleString('en-US')}. Look at them again.`,
      { current: { count: ids.length } },
    )
  return ids
}

/** @throws ApiError 404 for what is no id. */
function toChangeId(text: string): number {
  const id = Number(text)
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > maxInteger) throw notFound('Bulk change')
  return id
}

const pageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 0, description: `At most ${maxListed} are answered.`, default: maxListed }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
})
const listOf = <S extends Parameters<typeof Type.Array>[0]>(entry: S) =>
  Type.Object({ count: Type.Integer({ minimum: 0 }), results: Type.Array(entry) })
const moment = Type.String({ format: 'date-time', examples: ['2027-03-12T22:00:00.000Z'] })
const anyField = [...new Set(bulkLists.flatMap((list) => contract[list].bulk))]
const changeSchema = Type.Object({
  bulk_change_id: Type.Integer({ minimum: 1 }),
  list: oneOf(bulkLists),
  action: oneOf(bulkActions),
  field: Type.Union([Type.String(), Type.Null()]),
  value: Type.Unknown({ description: 'That of the field, as it was sent.' }),
  along: Type.Record(Type.String(), Type.Unknown(), {
    examples: [{}],
    description: 'Those of fields that go along with it, as they were sent.',
  }),
  state: oneOf(bulkStates),
  total: Type.Integer({ minimum: 0 }),
  counts: Type.Object(
    Object.fromEntries(bulkOutcomes.map((outcome) => [outcome, Type.Integer({ minimum: 0 })])),
    {
      description: 'How many records have come to what; those changed are `undone` or `kept` after an undo.',
    },
  ),
  created_at: moment,
  ended_at: Type.Union([moment, Type.Null()], { examples: ['2027-03-12T22:00:00.000Z'] }),
  undo_until: moment,
})
const recordSchema = Type.Object({
  record: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  outcome: oneOf(bulkOutcomes),
  reason: Type.String({ description: 'For people.' }),
})
const orderSchema = Type.Object({
  list: oneOf(bulkLists, { description: 'The resource whose records are changed.' }),
  action: oneOf(bulkActions, {
    description:
      '`set` gives a field one value; `add` and `remove` change a relation to many; `delete` moves to the trash, `restore` back.',
  }),
  field: Type.Optional(oneOf(anyField, { description: 'Of those that the resource has.' })),
  value: Type.Optional(
    Type.Unknown({
      description: 'As the field takes it; for `add` and `remove` a list of ids.',
      examples: ['yes'],
    }),
  ),
  along: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Values of fields that go along with that one: with the stage `lost` the `lost_reason`, which it needs, and a `lost_note`.',
      examples: [{}],
    }),
  ),
  ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: maxBulkIds, examples: [[1]] })),
  query: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'In place of ids: all records that the list finds by its search and filters; for `restore` that of the trash.',
      examples: [{ q: 'mill' }],
    }),
  ),
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'With `query`: how many were shown. Where it finds more by now, nothing is begun (409 `selection_grown`).',
    }),
  ),
})

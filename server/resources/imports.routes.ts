import multipart from '@fastify/multipart'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { fileTooLarge } from '../../src/contract/files'
import {
  importKinds,
  importNames,
  importsPath,
  importStates,
  maxImportsPage,
  type ImportAnswer,
  type ImportName,
} from '../../src/contract/imports'
import { maxInteger } from '../../src/contract/numbers'
import { problems } from '../../src/contract/problems'
import { oneOf, schemaName } from '../../src/contract/schema'
import { writerFromRequest } from '../kit/context'
import { ApiError, invalidFields, notFound } from '../kit/errors'
import { documentRoute, failure, idParams, idempotencyDocs } from '../kit/http/documentation'
import { replyOnce, runIdempotentAfterCall } from '../kit/http/idempotency'
import { registerScope } from '../kit/http/registerScope'
import { route } from '../kit/http/route'
import { runInSlot } from '../kit/admission/requestSlot'
import { csvText } from '../kit/export/csv'
import { assertAllowed } from '../kit/policy'
import { parseCount } from '../kit/read/query'
import { isAlive } from '../kit/read/records'
import { resourceOf } from '../kit/registry'
import { answerOf, propose, refusedRows } from './imports/imports'
import { settle } from './imports/store'
import { listImports } from './imports/list'
import { readTable, UnreadableFile } from './imports/table'
import { deleteContent, receiveUpload } from './uploads'

/** The imports of curves, heat contents and market holidays (GAS-7). */
export async function importRoutes(app: FastifyInstance): Promise<void> {
  await registerScope(app, 'citygate-import-uploads', async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    for (const name of importNames) uploadRoute(scope, name)
  })
  listRoute(app, importsPath, 'Import', importNames)
  for (const name of importNames) {
    listRoute(app, importKinds[name].path, tagOf(name), [name])
    otherRoutes(app, name)
  }
}

function listRoute(app: FastifyInstance, path: string, tag: string, names: readonly ImportName[]): void {
  route(app, {
    method: 'GET',
    path,
    document: {
      ...documentRoute(tag, `List past imports: ${tag}`, pastImports),
      description: 'The newest first; proposals stay for a day.',
      querystring: Type.Object({
        limit: Type.Optional(
          Type.Integer({ minimum: 0, description: `At most ${maxImportsPage} are answered.` }),
        ),
        offset: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
    },
    handler: ({ query }) =>
      listImports(app.database.db, names, {
        limit: Math.min(parseCount(query, 'limit', maxImportsPage), maxImportsPage),
        offset: parseCount(query, 'offset', 0),
      }),
  })
}

const tagOf = (name: ImportName): string => schemaName(resourceOf(importKinds[name].resource).contract)

function uploadRoute(app: FastifyInstance, name: ImportName): void {
  const { path, target, resource } = importKinds[name]
  const document = documentRoute(tagOf(name), `Propose an import: ${tagOf(name)}`, importAnswer, null, [
    ...(target === null ? [] : [404]),
    409,
    422,
  ])
  const { 200: proposed, ...others } = document.response
  route(app, {
    method: 'POST',
    path,
    config: { acquiresOwnSlot: true },
    document: {
      ...document,
      description:
        'A CSV or XLSX file of at most 5,000,000 bytes and 50,000 rows. Nothing is stored before the commit. Columns are recognized by their headers, or as `mapping` says.',
      consumes: ['multipart/form-data'],
      headers: idempotencyDocs.headers,
      body: Type.Object({
        file: Type.String({ format: 'binary' }),
        ...(target === null ? {} : { [target]: Type.Integer({ minimum: 1 }) }),
        mapping: Type.Optional(
          Type.String({
            description: 'JSON: for each column needed the position of that of the file, from 0.',
          }),
        ),
      }),
      response: {
        ...others,
        201: { ...(proposed as object), headers: idempotencyDocs.answerHeaders },
        413: failure('The file is too large.'),
        415: failure('The body is not multipart/form-data.'),
        502: failure('The file storage does not answer.'),
        507: failure('There is no room for more files.'),
      },
    },
    handler: (request, reply) =>
      runInSlot(request, 'upload', async () => {
        const writer = writerFromRequest(request)
        assertAllowed(writer, resource, 'create')
        const { fields, bytes, filename } = await receive(request)
        const of = target === null ? null : await targetOf(request, name, fields[target])
        const mapping = readMapping(fields['mapping'])
        request.body = fields
        // The key is looked up before anything is staged.
        const answer = await runIdempotentAfterCall(
          request,
          async () => {
            const rows = await readTable(bytes).catch((error: unknown) => {
              throw error instanceof UnreadableFile ? invalidFields({ file: error.message }) : error
            })
            return propose(app.database, writer, name, { rows, filename, target: of, mapping })
          },
          async (write, finish) => ({
            status: 201,
            body: await answerOf(write.db, name, await finish(write)),
          }),
        )
        return replyOnce(reply, answer).send(answer.body)
      }),
  })
}

/** The file of a request, read whole, and the fields beside it. */
async function receive(request: FastifyRequest) {
  const { files: store } = request.server
  const { fields, file } = await receiveUpload(request, store, { field: 'file', tooLarge })
  if (!file) throw invalidFields({ file: problems.required })
  try {
    return { fields, bytes: await buffer(await store.read(file.key)), filename: file.filename }
  } finally {
    await deleteContent(request, store, file.key)
  }
}

const tooLarge = () => new ApiError(413, 'file_too_large', fileTooLarge, { fields: { file: fileTooLarge } })

/** The record that all rows of a file belong to. */
async function targetOf(
  { server, caller }: FastifyRequest,
  name: ImportName,
  sent: unknown,
): Promise<number> {
  const target = importKinds[name].target ?? 'target'
  const id = Number(sent)
  if (sent === undefined || sent === '') throw invalidFields({ [target]: problems.required })
  const of = resourceOf(target === 'curve' ? 'curves' : 'utilities')
  if (
    !Number.isInteger(id) ||
    id < 1 ||
    id > maxInteger ||
    !(await isAlive(server.database.db, of, id, caller.id))
  )
    throw notFound(of.contract.title)
  return id
}

/** @throws ApiError 400 for a mapping that is none. */
function readMapping(sent: unknown): Record<string, number> | null {
  if (sent === undefined || sent === '') return null
  const wrong = invalidFields({ mapping: 'Send a JSON object of columns and their positions.' })
  if (typeof sent !== 'string') throw wrong
  try {
    const read: unknown = JSON.parse(sent)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) throw wrong
    const entries = Object.entries(read)
    if (entries.length > 100 || entries.some(([, at]) => !Number.isInteger(at) || Number(at) < 0)) throw wrong
    return Object.fromEntries(entries) as Record<string, number>
  } catch {
    throw wrong
  }
}

function toImportId(text: string): number {
  const id = Number(text)
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > maxInteger) throw notFound('Import')
  return id
}

function otherRoutes(app: FastifyInstance, name: ImportName): void {
  const { path, resource } = importKinds[name]
  const { database } = app
  route(app, {
    method: 'GET',
    path: `${path}:id/`,
    document: {
      ...documentRoute(tagOf(name), `Read an import: ${tagOf(name)}`, importAnswer, null, [404]),
      params: idParams,
    },
    handler: (request): Promise<ImportAnswer> => answerOf(database.db, name, toImportId(request.params.id)),
  })
  route(app, {
    method: 'GET',
    path: `${path}:id/refused/`,
    document: {
      ...documentRoute(
        tagOf(name),
        `Download the refused rows of an import: ${tagOf(name)}`,
        null,
        null,
        [404],
      ),
      params: idParams,
      response: {
        200: {
          description: 'CSV; no cell of it is taken for a formula.',
          content: { 'text/csv': { schema: Type.String() } },
        },
        404: failure('There is no such import.'),
      },
    },
    handler: async (request, reply) => {
      const rows = refusedRows(database.db, name, toImportId(request.params.id))
      // The first one is read before, while a failure can still be answered.
      const first = await rows.next()
      const lines = async function* () {
        if (!first.done) yield csvText([first.value])
        for await (const row of rows) yield csvText([row])
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="refused.csv"')
        .send(Readable.from(lines()))
    },
  })
  const actions = { commit: 'Store a proposed import', undo: 'Take an import back' } as const
  for (const action of ['commit', 'undo'] as const)
    route(app, {
      method: 'POST',
      path: `${path}:id/${action}/`,
      document: {
        ...documentRoute(
          tagOf(name),
          `${actions[action]}: ${tagOf(name)}`,
          importAnswer,
          null,
          [404, 409, 422],
        ),
        params: idParams,
        headers: idempotencyDocs.headers,
      },
      handler: async (request, reply) => {
        const writer = writerFromRequest(request)
        assertAllowed(writer, resource, 'create')
        const id = toImportId(request.params.id)
        const answer = await settle(database, writer, { name, id, action }, (begin) =>
          runIdempotentAfterCall(request, begin, async (write, finish) => {
            await finish(write)
            return { status: 200, body: await answerOf(write.db, name, id) }
          }),
        )
        return replyOnce(reply, answer).send(answer.body)
      },
    })
}

const count = Type.Integer({ minimum: 0 })
const counts = Type.Object({ new: count, same: count, replaced: count, refused: count })
const textOrNull = Type.Union([Type.String(), Type.Null()])
const idOrNull = Type.Union([Type.Integer(), Type.Null()])
const pastImports = Type.Object({
  count: Type.Integer({ minimum: 0, description: 'How many there are in all, whatever the page.' }),
  results: Type.Array(
    Type.Object({
      import_id: Type.Integer({ minimum: 1 }),
      kind: oneOf(importNames),
      state: oneOf(importStates),
      filename: textOrNull,
      target: idOrNull,
      target_name: textOrNull,
      counts,
      created_by: idOrNull,
      created_by_name: textOrNull,
      created_at: Type.String({ format: 'date-time', examples: ['2027-03-12T22:00:00.000Z'] }),
      committed_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        examples: ['2027-03-12T22:00:00.000Z'],
      }),
    }),
  ),
})
const importAnswer = Type.Object({
  import_id: Type.Integer({ minimum: 1 }),
  state: oneOf(importStates),
  filename: textOrNull,
  target: idOrNull,
  headers: Type.Array(Type.String()),
  mapping: Type.Record(Type.String(), Type.Integer(), { examples: [{ day: 0, name: 1 }] }),
  rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    examples: [[{ day: '2027-03-26', name: 'Good Friday' }]],
    description: 'The first rows, as they would be stored.',
  }),
  counts,
  refused: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
})

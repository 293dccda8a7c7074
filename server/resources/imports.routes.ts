import multipart from '@fastify/multipart'
import { Type } from '@sinclair/typebox'
import { keepingLimits } from '../db/rowLimits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { formats } from '../../src/contract/formats'
import { fileTooLarge } from '../../src/contract/files'
import {
  importKinds,
  importNames,
  importsPath,
  importStates,
  maxImportsPage,
  noImportOptions,
  type ImportAnswer,
  type ImportKind,
  type ImportName,
  type ImportOptions,
} from '../../src/contract/imports'
import { maxInteger } from '../../src/contract/numbers'
import { importedFieldsOf, isFillable, isRecordImport, matchActions } from '../../src/contract/recordImports'
import { problems } from '../../src/contract/problems'
import { oneOf, schemaName } from '../../src/contract/schema'
import { writerFromRequest, type Writer } from '../kit/context'
import { ApiError, invalidFields, notFound } from '../kit/errors'
import { csvAnswer, documentRoute, failure, idParams, idempotencyDocs } from '../kit/http/documentation'
import { replyOnce, runIdempotent, runIdempotentAfterCall } from '../kit/http/idempotency'
import { registerScope } from '../kit/http/registerScope'
import { route } from '../kit/http/route'
import { runInSlot } from '../kit/admission/requestSlot'
import { csvFile } from '../kit/export/csv'
import { isLimited } from '../kit/limits'
import { assertAllowed } from '../kit/policy'
import { parseCount } from '../kit/read/query'
import { isAlive } from '../kit/read/records'
import { resourceOf } from '../kit/registry'
import { answerOf, propose, refusedRows } from './imports/imports'
import { importOf } from './imports/kept'
import { hasHeaders, optionsOf } from './imports/mapping'
import { beginRun } from './imports/records/run'
import { settle } from './imports/store'
import { listImports } from './imports/list'
import { readTable, UnreadableFile, type Table } from './imports/table'
import type { Mapping } from './imports/way'
import { deleteContent, receiveUpload } from './uploads'

/** The imports of all kinds (GAS-7, IMP-1). */
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
    handler: ({ query, caller }) =>
      listImports(app.database.db, names, {
        private: { kinds: names.filter(isLimitedImport), reader: caller.id },
        limit: Math.min(parseCount(query, 'limit', maxImportsPage), maxImportsPage),
        offset: parseCount(query, 'offset', 0),
      }),
  })
}

const tagOf = (name: ImportName): string => schemaName(resourceOf(importKinds[name].resource).contract)

function uploadRoute(app: FastifyInstance, name: ImportName): void {
  const { path, target, resource, options: asked }: ImportKind = importKinds[name]
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
        ...(asked && {
          options: Type.Optional(
            Type.String({
              description: `JSON of some of these: ${asked.map((option) => optionTexts[option]).join('; ')}.`,
            }),
          ),
        }),
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
        const mapping = readMapping(name, fields['mapping'])
        const options = asked
          ? await readOptions(request, writer, { name, utility: of }, fields['options'])
          : null
        request.body = fields
        // The key is looked up before anything is staged.
        const answer = await runIdempotentAfterCall(
          request,
          async () => {
            const table = await readTable(bytes, (rows) => hasHeaders(name, rows)).catch((error: unknown) => {
              throw error instanceof UnreadableFile ? invalidFields({ file: error.message }) : error
            })
            if (mapping) assertPlaces(mapping, table)
            return propose(app.database, writer, name, { table, filename, target: of, mapping, options })
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

/** A field that holds a JSON object; null where it is not sent. */
function readObject(sent: unknown, wrong: ApiError): [string, unknown][] | null {
  if (sent === undefined || sent === '') return null
  if (typeof sent !== 'string') throw wrong
  try {
    const read: unknown = JSON.parse(sent)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) throw wrong
    return Object.entries(read)
  } catch {
    throw wrong
  }
}

/** @throws ApiError 400 for a mapping that is none, or of a column that the import does not know. */
function readMapping(name: ImportName, sent: unknown): Mapping | null {
  const wrong = invalidFields({ mapping: 'Send a JSON object of columns and their positions.' })
  const entries = readObject(sent, wrong)
  if (entries === null) return null
  if (entries.length > 100 || entries.some(([, at]) => !Number.isInteger(at) || Number(at) < 0)) throw wrong
  const { columns }: ImportKind = importKinds[name]
  const unknown = entries.find(([column]) => !Object.hasOwn(columns, column))
  if (unknown) throw invalidFields({ mapping: noneOf(unknown[0], Object.keys(columns)) })
  return Object.fromEntries(entries) as Mapping
}

/** "'foo' is none of update, skip, create." */
const noneOf = (said: string, known: readonly string[]): string =>
  `'${said.slice(0, 40)}' is none of ${known.join(', ')}.`

/** @throws ApiError 400 for a mapping to a position that no row of its table has. */
function assertPlaces(mapping: Mapping, { rows }: Table): void {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const beyond = Object.entries(mapping).find(([, at]) => at >= width)
  if (!beyond) return
  const [column, at] = beyond
  throw invalidFields({ mapping: `${column}: The file has no position ${at}, the last one is ${width - 1}.` })
}

/** Whether a value can be that of an option, and what can, as a text for people. */
const optionTypes: Readonly<
  Record<keyof ImportOptions, { fits: (value: unknown) => boolean; allowed: readonly string[] }>
> = {
  last_day_inclusive: {
    fits: (value) => value === null || typeof value === 'boolean',
    allowed: ['true', 'false', 'null'],
  },
  replace: { fits: (value) => typeof value === 'boolean', allowed: ['true', 'false'] },
  organization: { fits: (value) => value === null || isId(value), allowed: ['an id', 'null'] },
  utility_state: { fits: (value) => value === null || isId(value), allowed: ['an id', 'null'] },
  matches: { fits: (value) => matchActions.some((action) => action === value), allowed: matchActions },
  time_zone: {
    fits: (value) => value === null || (typeof value === 'string' && formats.timeZone.fits(value)),
    allowed: ['a time zone such as America/Chicago', 'null'],
  },
  values: {
    fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    allowed: ['an object of columns and values'],
  },
}
const optionTexts: Readonly<Record<keyof ImportOptions, string>> = {
  last_day_inclusive: '`last_day_inclusive`, whether the last day of a row is part of its period',
  replace: '`replace`, whether other quantities replace stored ones',
  organization: '`organization`, for which unknown numbers are made',
  utility_state: '`utility_state`, in which they are made',
  matches: `\`matches\`, what becomes of rows of stored records: ${matchActions.join(', ')}`,
  time_zone:
    '`time_zone`, of times that do not say theirs, such as America/Chicago; null: that of the market',
  values: '`values`, of all new records by columns that the file has not, such as `{"title": "ms"}`',
}
/** A value as it was sent. */
const textOfValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const isId = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= maxInteger

/**
 * How a file is read beside its mapping (USE-11, IMP-2).
 * @throws ApiError 400 for options that are none; 404 or 409 for records for which the caller may not make numbers.
 */
async function readOptions(
  { server, caller }: FastifyRequest,
  writer: Writer,
  { name: kind, utility }: { name: ImportName; utility: number | null },
  sent: unknown,
): Promise<Partial<ImportOptions> | null> {
  const wrong = invalidFields({ options: 'Send a JSON object of the options.' })
  const entries = readObject(sent, wrong)
  if (entries === null) return null
  // An answer with the options of all kinds can be sent back.
  const isOption = (name: string): name is keyof ImportOptions => Object.hasOwn(optionTypes, name)
  for (const [name, value] of entries) {
    if (!isOption(name)) throw invalidFields({ options: noneOf(name, Object.keys(optionTypes)) })
    const { fits, allowed } = optionTypes[name]
    if (!fits(value)) throw invalidFields({ options: `${name}: ${noneOf(textOfValue(value), allowed)}` })
  }
  const options = Object.fromEntries(entries) as Partial<ImportOptions>
  assertFillable(kind, options.values ?? {})
  const { organization, utility_state } = { ...noImportOptions, ...options }
  if (organization === null && utility_state === null) return options
  const missing = invalidFields({ options: 'Say both the organization and the service of the utility.' })
  if (organization === null || utility_state === null) throw missing
  for (const name of ['utilityAccounts', 'meters'] as const) assertAllowed(writer, name, 'create')
  const { db } = server.database
  for (const [name, id] of [
    ['organizations', organization],
    ['utilityStates', utility_state],
  ] as const)
    if (!(await isAlive(db, resourceOf(name), id, caller.id))) throw notFound(resourceOf(name).contract.title)
  const service = await db
    .selectFrom('utility_states')
    .select('utility')
    .where('utility_state_id', '=', utility_state)
    .executeTakeFirst()
  if (service?.utility !== utility)
    throw invalidFields({ options: 'The service has to be one of the utility of the file.' })
  return options
}

/** @throws ApiError 400 for a value of a column that cannot have one for all records, or that is no choice of it. */
function assertFillable(name: ImportName, values: ImportOptions['values']): void {
  const columns = isRecordImport(name) ? importedFieldsOf(name).filter(isFillable) : []
  for (const [column, value] of Object.entries(values)) {
    const known = columns.find((one) => one.name === column)
    const names = columns.map((one) => one.name)
    if (!known) throw invalidFields({ options: `values: ${noneOf(column, names)}` })
    const { options } = known.field
    if (!options.includes(value))
      throw invalidFields({ options: `${column}: ${noneOf(textOfValue(value), options)}` })
  }
}

function toImportId(text: string): number {
  const id = Number(text)
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > maxInteger) throw notFound('Import')
  return id
}

/** Whether an import tells of records of which the current reader may not see all. */
const isLimitedImport = (name: ImportName): boolean => isLimited(resourceOf(importKinds[name].resource))

/**
 * An import tells what its author saw: the names of stored records, and the rows of a file. Readers who may not see all such records
 * have their own ones only (TEAM-3).
 * @throws ApiError 404
 */
async function assertSeesImport(
  { caller, server }: FastifyRequest,
  name: ImportName,
  id: number,
): Promise<void> {
  if (!isLimitedImport(name)) return
  const { created_by } = await importOf(server.database.db, name, id)
  if (created_by !== caller.id) throw notFound('Import')
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
    handler: async (request): Promise<ImportAnswer> => {
      const id = toImportId(request.params.id)
      await assertSeesImport(request, name, id)
      return answerOf(database.db, name, id)
    },
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
      response: csvAnswer('There is no such import.'),
    },
    handler: async (request, reply) => {
      const id = toImportId(request.params.id)
      await assertSeesImport(request, name, id)
      const rows = refusedRows(database.db, name, id)
      // The first one is read before, while a failure can still be answered.
      const first = await rows.next()
      const others = async function* () {
        for await (const row of rows) yield [row]
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="refused.csv"')
        .send(Readable.from(keepingLimits(csvFile(first.done ? [] : first.value, others()))))
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
        await assertSeesImport(request, name, id)
        if (isRecordImport(name)) {
          const begun = await runIdempotent(request, async (write) => {
            await beginRun(write, name, id, action)
            return { status: 200, body: await answerOf(write.db, name, id) }
          })
          app.recordImports.wake()
          return replyOnce(reply, begun).send(begun.body)
        }
        if (action === 'commit') await assertOptionsSaid(request, name, id)
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

/** @throws ApiError 400 for a file of which it is not said how its days are meant (USE-3). */
async function assertOptionsSaid({ server }: FastifyRequest, name: ImportName, id: number): Promise<void> {
  const { options }: ImportKind = importKinds[name]
  const { last_day_inclusive } = optionsOf(await importOf(server.database.db, name, id))
  if (options?.includes('last_day_inclusive') === true && last_day_inclusive === null)
    throw invalidFields({ options: 'Say whether the last day of a row is part of its period.' })
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
  options: Type.Union(
    [
      Type.Object({
        last_day_inclusive: Type.Union([Type.Boolean(), Type.Null()]),
        replace: Type.Boolean(),
        organization: idOrNull,
        utility_state: idOrNull,
        matches: oneOf(matchActions),
        time_zone: textOrNull,
        values: Type.Record(Type.String(), Type.String(), { examples: [{ title: 'ms' }] }),
      }),
      Type.Null(),
    ],
    { description: 'How the file is read beside its mapping; null for a kind without options.' },
  ),
  unknown: Type.Array(Type.Object({ account_number: textOrNull, meter_number: textOrNull, rows: count }), {
    description: 'The first numbers that are not known.',
  }),
  unknown_count: count,
  progress: Type.Union(
    [
      Type.Object({
        done: Type.Integer({ minimum: 0, description: 'Rows that are through, of those not refused.' }),
        undo_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
          examples: ['2027-03-19T22:00:00.000Z'],
        }),
        kept: Type.Array(Type.Object({ line: Type.Integer(), name: Type.String(), reason: Type.String() }), {
          description: 'The first rows that an undo has left as they are.',
        }),
        kept_count: count,
      }),
      Type.Null(),
    ],
    { description: 'How an import of records stands, which is stored in the background; null for others.' },
  ),
})

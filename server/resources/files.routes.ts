import multipart from '@fastify/multipart'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contract } from '../../src/contract'
import { fileTooLarge } from '../../src/contract/files'
import { inputSchema } from '../../src/contract/schema'
import { problems } from '../../src/contract/problems'
import { writerFromRequest, inTransaction, type Write } from '../kit/context'
import { documents, failure } from '../kit/http/documentation'
import { ApiError, invalidFields } from '../kit/errors'
import { runIdempotent } from '../kit/http/idempotency'
import { parseExpand, type Query } from '../kit/read/query'
import { createdAnswer, readRoutes, sendCreated, toId, trashRoutes } from '../kit/http/routes'
import { createRecord } from '../kit/write/create'
import { deleteRecord } from '../kit/write/remove'
import { runInSlot } from '../kit/admission/requestSlot'
import { registerScope } from '../kit/http/registerScope'
import { contentRoute } from './content.routes'
import { files } from './files'
import { checkStorageQuota } from './storageQuota'
import { writeOrDeleteContents, receiveUpload, type Upload } from './uploads'
import { route } from '../kit/http/route'

const created = documents.create(files)
const uploadDocument = {
  ...created,
  summary: 'Upload: File',
  consumes: ['multipart/form-data'],
  body: Type.Intersect([
    inputSchema(contract.files.fields, 'patch'),
    Type.Object({
      file: Type.String({ format: 'binary', description: 'The content, at most 5,000,000 bytes.' }),
      object_id: Type.String(),
    }),
  ]),
  response: {
    ...created.response,
    413: failure('The file is too large, or the files of this user are.'),
    415: failure('The body is not multipart/form-data.'),
    502: failure('The file storage does not answer.'),
    507: failure('There is no room for more files.'),
  },
}

/** Files of every kind of record: upload, lists, contents by signed links, deletion (FILE-3). */
export async function fileRoutes(app: FastifyInstance): Promise<void> {
  readRoutes(app, files)
  trashRoutes(app, files)

  await registerScope(app, 'citygate-file-uploads', async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    route(scope, {
      method: 'POST',
      path: contract.files.path,
      config: { acquiresOwnSlot: true },
      document: uploadDocument,
      handler: (request, reply) => runInSlot(request, 'upload', () => upload(request, reply)),
    })
  })

  route(app, {
    method: 'DELETE',
    path: `${contract.files.path}:id/`,
    document: documents.remove(files),
    handler: async (request, reply) => {
      const id = toId(files, request.params.id)
      await inTransaction(app.database, writerFromRequest(request), (write) =>
        deleteRecord(write, files, id, null),
      )
      return reply.code(204).send()
    },
  })

  contentRoute(app, {
    resource: files,
    field: 'file',
    summary: 'Read the content of a file',
    find: async (id) => {
      const row = await app.database.db
        .selectFrom('files')
        .select(['storage_key as content', 'filename', 'size'])
        .where('file_id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },
    audited: 'read',
  })
}

async function upload(request: FastifyRequest<Query>, reply: FastifyReply): Promise<FastifyReply> {
  const { files: store, config } = request.server
  const expand = parseExpand(contract.files, request.query)
  const { fields, file } = await receiveUpload(request, store, { field: 'file', tooLarge })
  if (!file) throw invalidFields({ file: problems.required })
  request.body = fields
  const body = { ...fields, filename: nameOf(fields['filename'], file), upload: file }
  const create = async (write: Write) => {
    await checkStorageQuota(write, file.size, config)
    return createdAnswer(write, files, await createRecord(write, files, body), expand)
  }
  const answer = await writeOrDeleteContents(request, [file], () =>
    runInSlot(request, 'write', () => runIdempotent(request, create)),
  )
  return sendCreated(request, reply, files, answer)
}

const tooLarge = () => new ApiError(413, 'file_too_large', fileTooLarge, { fields: { file: fileTooLarge } })

/** The name sent beside the file; without one, the file's own. */
const nameOf = (sent: unknown, { filename }: Upload): unknown =>
  sent === undefined || (typeof sent === 'string' && sent.trim() === '') ? filename : sent

/** Answers the contents that signed links lead to, and nothing else: no bearer comes with a plain link. */
import type { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { imageTypes } from '../../src/contract/files'
import { schemaName } from '../../src/contract/schema'
import { isFull } from '../db/dialect'
import { failure } from '../kit/http/documentation'
import { inTurn } from '../kit/http/lane'
import { notFound } from '../kit/errors'
import { contentPath } from '../kit/present/signedUrls'
import { isAlive } from '../kit/read/records'
import type { ServerResource } from '../kit/resource'
import { toId } from '../kit/http/routes'
import { audit, type AuditEntry } from '../kit/write/audit'
import { inTransaction, type Caller } from '../kit/context'
import { isMissing } from '../ports/files'
import { imageHeadBytes, imageTypeOf } from './imageTypes'

/** What the row says of a content. */
export interface StoredContent {
  key: string
  filename: string
  /** Bytes, where the row knows. */
  size: number | null
}

interface ContentRoute {
  resource: ServerResource
  /** The link field. */
  field: string
  summary: string
  /** Finds the content of a record that is there; null where it has none. */
  find: (id: number) => Promise<StoredContent | null>
  /** What the audit calls a read, not one of the headers alone; null: it keeps none of them (TRUST-38). */
  audited: string | null
}

/** Nothing in a content may run, load or send anything, wherever a browser shows it. */
const contentPolicy = "sandbox; default-src 'none'"

/** GET and HEAD of a content by its signed link (TRUST-20). */
export function contentRoute(
  app: FastifyInstance,
  { resource, field, summary, find, audited }: ContentRoute,
): void {
  const { contract } = resource
  const document = {
    tags: [schemaName(contract)],
    summary,
    params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
    querystring: Type.Object({
      expires: Type.String({ description: 'Epoch seconds.' }),
      session: Type.String({ description: 'For which the link was made.' }),
      signature: Type.String(),
    }),
    response: {
      200: {
        description: 'The content; images as they are, everything else as an attachment.',
        content: Object.fromEntries(
          ['application/octet-stream', ...imageTypes].map((type) => [
            type,
            { schema: Type.String({ format: 'binary' }) },
          ]),
        ),
      },
      404: failure('There is no such content, the link is not one of this server, or its session has ended.'),
      410: failure('The link has expired.'),
    },
  }

  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    contentPath(contract, field),
    { config: { public: true }, schema: document },
    async (request, reply) => {
      const id = toId(resource, request.params.id)
      const session = app.signedUrls.read({ resource: contract, id, field }, request.query)
      const caller = await app.sessions.findCaller(session)
      const alive = caller && (await isAlive(app.database.db, resource, id, caller.id))
      const content = alive ? await find(id) : null
      if (!caller || !content) throw notFound(contract.title)

      const open = async () => {
        const bytes = await app.files.read(content.key).catch((err: unknown) => {
          if (isMissing(err)) request.log.error({ err, id, key: content.key }, 'a content is missing')
          throw err
        })
        // It may fail at any time, and until it is sent nobody else listens: the process would end.
        bytes.on('error', () => undefined)
        const image = imageTypeOf(await peek(bytes, imageHeadBytes))
        return { bytes, image }
      }
      const openAudited = async (action: string) => {
        const opened = await open()
        await auditRead(request, caller, { action, resource: contract.name, recordId: id }).catch(
          (error: unknown) => {
            opened.bytes.destroy()
            throw error
          },
        )
        return opened
      }
      const { bytes, image } =
        request.method === 'HEAD' || audited === null
          ? await open()
          : await inTurn(app.lanes.write, caller.id, () => openAudited(audited))
      if (bytes.errored) throw bytes.errored
      void reply.headers({
        'content-type': image ?? 'application/octet-stream',
        'content-disposition': disposition(image ? 'inline' : 'attachment', content.filename),
        'content-security-policy': contentPolicy,
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=300',
        ...(content.size === null ? {} : { 'content-length': content.size }),
      })
      return reply.send(bytes)
    },
  )
}

/** Writes a read down. A full disk keeps nobody from a content; the log says then what the audit cannot (TRUST-30). */
async function auditRead(
  { id: requestId, log, server: { database } }: FastifyRequest,
  { id: actor }: Caller,
  entry: AuditEntry,
): Promise<void> {
  try {
    await inTransaction(database, { actor, requestId }, (write) => audit(write, entry))
  } catch (err) {
    if (!isFull(err)) throw err
    log.error({ err, actor, ...entry }, 'the audit has no room for this')
  }
}

/** The first bytes of a stream, which stay in it. */
const peek = (stream: Readable, bytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const settle = (head: Buffer) => {
      stream.off('readable', look).off('end', noBytes).off('error', reject)
      resolve(head)
    }
    const noBytes = () => settle(Buffer.alloc(0))
    const look = () => {
      const head = stream.read(bytes) as Buffer | null
      if (head === null) return
      // At once: a stream that has nothing left to give ends before anybody else comes to run.
      stream.unshift(head)
      settle(head)
    }
    stream.on('readable', look).on('end', noBytes).on('error', reject)
  })

/**
 * The header that names a file (RFC 6266): the exact name as RFC 5987 encodes it, and before it one in plain ASCII
 * for old programs. What would end the header or the name is encoded in both.
 */
function disposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replaceAll(/[^ -~]|["\\%]/g, '_')
  const exact = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** Serves the contents behind signed links, and nothing else: a plain link sends no bearer token. */
import type { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { imageTypes } from '../../src/contract/files'
import { schemaName } from '../../src/contract/schema'
import { auditRead } from '../kit/http/auditRead'
import { disposition } from '../kit/http/disposition'
import { failure, failures } from '../kit/http/documentation'
import { withLimits } from '../db/rowLimits'
import { runLimited } from '../kit/admission/concurrencyLimiter'
import { notFound } from '../kit/errors'
import { limitsOfCaller } from '../kit/limits'
import { contentPath } from '../kit/present/signedUrls'
import { isAlive } from '../kit/read/records'
import type { ServerResource } from '../kit/resource'
import { toId } from '../kit/http/routes'
import { isMissing } from '../ports/files'
import { imageHeadBytes, imageTypeOf } from './imageTypes'
import { route } from '../kit/http/route'

/** The columns of a content. */
interface FoundContent {
  filename: string
  /** Bytes, where known. */
  size: number | null
  /** Where it lies in the file store, or by what it is read where it does not. */
  content: string | (() => Promise<Readable>)
}

interface ContentRoute {
  resource: ServerResource
  /** The link field. */
  field: string
  summary: string
  /** Whether others than those who see the record in lists read its content. */
  isShared?: (id: number) => Promise<boolean>
  /** Finds the content of an existing record; null where it has none. */
  find: (id: number) => Promise<FoundContent | null>
  /** The audit action of a read with GET, not HEAD; null: reads are not audited (TRUST-38). */
  audited: string | null
  /** Further statuses with which it may not be read. */
  refusals?: readonly number[]
}

/** A content may not run, load or send anything when a browser shows it. */
const contentPolicy = "sandbox; default-src 'none'"

/** GET and HEAD of a content by its signed link (TRUST-20). */
export function contentRoute(
  app: FastifyInstance,
  { resource, field, summary, isShared, find, audited, refusals = [] }: ContentRoute,
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
      ...failures(...refusals),
    },
  }

  route(app, {
    method: 'GET',
    path: contentPath(contract, field),
    config: { public: true },
    document: document,
    handler: async (request, reply) => {
      const id = toId(resource, request.params.id)
      const session = app.signedUrls.read({ resource: contract, id, field }, request.query)
      const caller = await app.sessions.findCaller(session)
      // The route is open, and the link may be older than what its user sees now (TEAM-3).
      const found =
        caller &&
        !caller.lacksFactor &&
        (await withLimits(limitsOfCaller(caller), async () => {
          const isSeen = await isAlive(app.database.db, resource, id, caller.id)
          return isSeen || (await isShared?.(id)) ? find(id) : null
        }))
      if (!caller || !found) throw notFound(contract.title)
      const { content, filename, size } = found

      const open = async () => {
        const bytes =
          typeof content === 'string'
            ? await app.files.read(content).catch((err: unknown) => {
                if (isMissing(err)) request.log.error({ err, id, key: content }, 'a content is missing')
                throw err
              })
            : await content()
        // It may fail at any time, and until it is sent it has no other listener: the process would end.
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
          : await runLimited(app.limiters.write, caller.id, () => openAudited(audited))
      if (bytes.errored) throw bytes.errored
      void reply.headers({
        'content-type': image ?? 'application/octet-stream',
        'content-disposition': disposition(image ? 'inline' : 'attachment', filename),
        'content-security-policy': contentPolicy,
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=300',
        ...(size === null ? {} : { 'content-length': size }),
      })
      return reply.send(bytes)
    },
  })
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
      // Synchronously: a stream that has nothing left to give ends before other code runs.
      stream.unshift(head)
      settle(head)
    }
    stream.on('readable', look).on('end', noBytes).on('error', reject)
  })

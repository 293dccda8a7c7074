/**
 * Addresses of contents that a plain link opens for a while: signed for one content and one session, so that
 * whoever gets hold of one can neither alter it nor use it after the session has ended (TRUST-20).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { signedUrlSeconds, type Resource } from '../../../src/contract/kit'
import type { Secret, Secrets } from '../../sessions/secrets'
import { ApiError, notFound } from '../errors'
import { single } from '../read/query'
import type { ApiRecord } from '../read/records'
import { resourceOf } from '../registry'
import { relationsOf, targetNameOf, type ServerResource } from '../resource'

/** Links made within so many seconds are the same, so that an unchanged record stays an unchanged answer. */
const step = 300
/** Seconds that a link holds at most. */
const lifetime = signedUrlSeconds + step

/** When the links that are made now began to be the same, in seconds. */
export const linksSince = (): number => {
  const now = Math.floor(Date.now() / 1_000)
  return now - (now % step)
}

/** A content: the link field of one record. */
export interface Content {
  resource: Resource
  id: number
  field: string
}

export type SignedUrls = ReturnType<typeof createSignedUrls>

/** Below a record, its one content stands at `content`, any other at the name of its field. */
export const contentPath = ({ path }: Resource, field: string): string =>
  `${path}:id/${field === 'file' ? 'content' : field}/`

const notThere = () => notFound('Content')

/** Makes and reads links with the installation's keys. */
export function createSignedUrls([newest, ...older]: Secrets) {
  // Keys of their own: what is signed here can be taken for nothing else that the installation signs.
  const keyOf = ({ key }: Secret) => createHmac('sha256', key).update('content links').digest()
  const key = keyOf(newest)
  const keys = [key, ...older.map(keyOf)]

  const sign = (by: Buffer, { resource, id, field }: Content, expires: string, session: string) =>
    createHmac('sha256', by)
      .update([resource.name, id, field, expires, session].join('\n'))
      .digest('base64url')

  return {
    /** The address under which a session reads a content for the next ten to fifteen minutes. */
    make(content: Content, session: string): string {
      const expires = String(linksSince() + lifetime)
      const signature = sign(key, content, expires, session)
      const address = contentPath(content.resource, content.field).replace(':id', String(content.id))
      return `${address}?${new URLSearchParams({ expires, session, signature }).toString()}`
    },

    /**
     * The id of the session for which a link has been made.
     * @throws ApiError 404 for a link that this installation has not made, 410 for one that has expired.
     */
    read(content: Content, parameters: Record<string, unknown>): string {
      const [expires = '', session = '', signature = ''] = ['expires', 'session', 'signature'].map((name) =>
        single(parameters, name),
      )
      if (!/^\d{1,12}$/.test(expires) || !/^[\w-]{1,64}$/.test(session) || !/^[\w-]{43}$/.test(signature))
        throw notThere()
      const fits = (by: Buffer) =>
        timingSafeEqual(Buffer.from(signature), Buffer.from(sign(by, content, expires, session)))
      if (!keys.some(fits)) throw notThere()
      if (Number(expires) * 1_000 <= Date.now())
        throw new ApiError(410, 'link_expired', 'This link has expired. Open the record again for a new one.')
      return session
    },
  }
}

/**
 * Makes an answer out of loaded records, for the one who asked: puts links where they, and those nested in them, say in
 * which place of the file store a content lies, and takes back what they nest and only its owner may read (TRUST-10).
 */
export function answerTo(
  request: FastifyRequest,
  resource: ServerResource,
  records: readonly ApiRecord[],
  seen = new Set<ApiRecord>(),
): void {
  const { contract } = resource
  const { signedUrls } = request.server
  const contents = Object.keys(resource.contents)
  for (const record of records) {
    // One that stands at several places of an answer is there once.
    if (seen.has(record)) continue
    seen.add(record)
    for (const field of contents)
      if (record[field] !== null) {
        const id = record[contract.idField] as number
        record[field] = signedUrls.make({ resource: contract, id, field }, request.caller.sessionId)
      }
    for (const [name] of relationsOf(contract)) {
      const related = record[name]
      if (!isRecord(related)) continue
      const target = resourceOf(targetNameOf(resource, name))
      if (resource.confidential.includes(name) && record[contract.idField] !== request.caller.id)
        record[name] = related[target.contract.idField]
      else answerTo(request, target, Array.isArray(related) ? related.filter(isRecord) : [related], seen)
    }
  }
}

const isRecord = (value: unknown): value is ApiRecord => typeof value === 'object' && value !== null

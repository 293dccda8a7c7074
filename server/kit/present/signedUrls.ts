/**
 * Temporary addresses of contents for plain links: signed for one content and one session, so that a leaked one can
 * neither be altered nor used after the session has ended (TRUST-20).
 */
import { hiddenFieldsOf } from '../../../src/contract/policy'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { signedUrlSeconds, type Resource } from '../../../src/contract/fields'
import { ownClock, type Clock } from '../../db/clock'
import type { Secret, Secrets } from '../crypto/secrets'
import { ApiError, notFound } from '../errors'
import { identityOf } from '../policy'
import { single } from '../read/query'
import type { ApiRecord } from '../read/records'
import { resourceOf } from '../registry'
import { relationsOf, targetNameOf, type ServerResource } from '../resource'

/** Links made within so many seconds are equal, so that the answer about an unchanged record does not change. */
const step = 300
/** Seconds that a link is valid at most. */
const lifetime = signedUrlSeconds + step

/** Start of the current interval of equal links, in seconds. */
export const linksSince = (clock: Pick<Clock, 'now'>): number => {
  const now = Math.floor(clock.now().getTime() / 1_000)
  return now - (now % step)
}

/** A content: the link field of one record. */
export interface Content {
  resource: Resource
  id: number
  field: string
}

export type SignedUrls = ReturnType<typeof createSignedUrls>

/** A record's single content is at `content` below it; several are at the names of their fields. */
export const contentPath = ({ path }: Resource, field: string): string =>
  `${path}:id/${field === 'file' ? 'content' : field}/`

const notThere = () => notFound('Content')

/** Creates and verifies links with the installation's keys. */
export function createSignedUrls([newest, ...older]: Secrets, clock: Pick<Clock, 'now'> = ownClock) {
  // Derived keys, so that no other signature of the installation can be used here.
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
      const expires = String(linksSince(clock) + lifetime)
      const signature = sign(key, content, expires, session)
      const address = contentPath(content.resource, content.field).replace(':id', String(content.id))
      return `${address}?${new URLSearchParams({ expires, session, signature }).toString()}`
    },

    /**
     * The id of the session for which a link was made.
     * @throws ApiError 404 for a link with a wrong signature, 410 for an expired one.
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
      if (Number(expires) * 1_000 <= clock.now().getTime())
        throw new ApiError(410, 'link_expired', 'This link has expired. Open the record again for a new one.')
      return session
    },
  }
}

/**
 * Turns loaded records into an answer for the caller: replaces the keys of stored contents by links, in nested records
 * too, removes nested records that only their owner may read (TRUST-10), and empties hidden fields (GAS-4),
 * and those that only the owner of a record reads.
 */
export function presentRecords(
  request: FastifyRequest,
  resource: ServerResource,
  records: readonly ApiRecord[],
  seen = new Set<ApiRecord>(),
): void {
  const { contract } = resource
  const { signedUrls } = request.server
  const contents = Object.keys(resource.contents)
  const hidden = hiddenFieldsOf(identityOf(request.caller), resource.name)
  for (const record of records) {
    // A record nested at several places is one object.
    if (seen.has(record)) continue
    seen.add(record)
    // Of one that is named but not seen, there is nothing else (TEAM-6).
    const isThere = (field: string) => field in record
    for (const field of hidden.filter(isThere)) record[field] = null
    if (!isOwn(resource, record, request.caller.id))
      for (const field of resource.ownersOnly.filter(isThere))
        record[field] = Array.isArray(record[field]) ? [] : null
    for (const field of contents.filter(isThere))
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
      else
        presentRecords(request, target, Array.isArray(related) ? related.filter(isRecord) : [related], seen)
    }
  }
}

/** Whether a record is the reader's, whose relations may be nested; one without an owner is. */
function isOwn({ owner }: ServerResource, record: ApiRecord, reader: number): boolean {
  const of = owner === null ? reader : record[owner]
  return (isRecord(of) ? of['id'] : of) === reader
}

const isRecord = (value: unknown): value is ApiRecord => typeof value === 'object' && value !== null

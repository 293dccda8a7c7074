/** Parses a multipart request: its fields, and its files streamed into the file store. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { anyMediaType, isImageType, isMediaType, maxFileBytes } from '../../src/contract/files'
import { areContentsHeld } from '../db/backups'
import { isUnreachable } from '../db/dialects'
import { ApiError, invalidFields } from '../kit/errors'
import type { Body } from '../kit/input'
import type { IdempotentAnswer } from '../kit/http/idempotency'
import { refuseAborted } from '../kit/admission/abortedRequests'
import { newKey, type FileStore } from '../ports/files'
import { imageHeadBytes, imageTypeOf } from './imageTypes'
import { checkStorageQuotaEarly } from './storageQuota'

/** A file in the file store that no row references yet. */
export interface Upload {
  key: string
  /** Bytes. */
  size: number
  /** Of the content; contents with the same hash are equal. */
  sha256: string
  /** An image's by its content; otherwise as declared by the client, but never that of an image. */
  mediaType: string
  /** As named by the client, or null. */
  filename: string | null
}

/** Limits of a request; a surplus file and a surplus byte are detected here. */
const limits = {
  fileSize: maxFileBytes + 1,
  fields: 100,
  fieldNameSize: 100,
  headerPairs: 20,
}
/** Bytes of a field that is a short text. */
const shortField = 4_096

const unreadable = () =>
  new ApiError(400, 'invalid_multipart', 'The upload has broken off, or is not multipart/form-data.')

/** The files that a request may contain. */
interface FileParts {
  field: string
  /** The error for too large a file. */
  tooLarge: () => ApiError
  /** How many there may be, and the answer to one more. */
  most: number
  tooMany: () => ApiError
  /** Bytes of all of them together, and the answer to more. */
  together?: { bytes: number; tooLarge: () => ApiError }
  /** Bytes of a field. */
  fieldSize?: number
}

/** The parts of a multipart request. */
interface Received {
  fields: Body
  files: Upload[]
}

/**
 * Reads a multipart request whose files are in the field named; fields may come before and after them. A file part
 * without a name and without content is what forms send when no file was chosen, and counts as none. After any failure
 * nothing is left in the file store. Callers take a slot first (runInSlot): the received bytes are on the disk before
 * any other limit applies.
 * @throws ApiError 400 for a field that is too long or a body that breaks off; `tooMany` and `tooLarge` as given, for
 *   more than 5,000,000 bytes of a file, counted as they arrive; 413 or 507 before the first of them where a storage
 *   quota is exceeded (TRUST-19).
 */
export async function receiveUploads(
  request: FastifyRequest,
  store: FileStore,
  wanted: FileParts,
): Promise<Received> {
  const fields: Body = {}
  const files: Upload[] = []
  try {
    for await (const part of readParts(request, wanted)) {
      if (part.type === 'field') addField(fields, part)
      else if (part.fieldname !== wanted.field)
        throw invalidFields({ [part.fieldname]: `Send the file as ${wanted.field}.` })
      else if (files.length === wanted.most) throw wanted.tooMany()
      else {
        const file = await storeFile(request, store, part, wanted, bytesOf(files))
        if (file) files.push(file)
      }
    }
    return { fields, files }
  } catch (error) {
    for (const { key } of files) await deleteContent(request, store, key)
    // The rest is read and dropped, so that the client receives the answer.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
}

/** The identity of a file in a repeated request. */
export const sentFileOf = ({ filename, mediaType, sha256 }: Upload) => ({
  name: filename,
  type: mediaType,
  sha256,
})

export const bytesOf = (files: readonly Pick<Upload, 'size'>[]): number =>
  files.reduce((sum, { size }) => sum + size, 0)

/** Reads a multipart request with one file at most, as receiveUploads() does. */
export async function receiveUpload(
  request: FastifyRequest,
  store: FileStore,
  wanted: Pick<FileParts, 'field' | 'tooLarge'>,
): Promise<{ fields: Received['fields']; file: Upload | null }> {
  const { fields, files } = await receiveUploads(request, store, {
    ...wanted,
    most: 1,
    tooMany: () => invalidFields({ [wanted.field]: 'Send one file per request.' }),
  })
  const file = files[0] ?? null
  request.sentFile = file && sentFileOf(file)
  return { fields, file }
}

/** Deletes an unneeded content; one that cannot be reached now is swept later. */
export async function deleteContent(
  { log }: Pick<FastifyRequest, 'log'>,
  store: FileStore,
  key: string,
): Promise<void> {
  try {
    await store.remove(key)
  } catch (err) {
    log.warn({ err, key }, 'a content stays without a record')
  }
}

/** Writes the rows of stored contents; if that fails, the contents are deleted. */
export async function writeOrDeleteContents<T>(
  request: FastifyRequest,
  uploads: readonly Pick<Upload, 'key'>[],
  write: () => Promise<IdempotentAnswer<T>>,
): Promise<IdempotentAnswer<T>> {
  const deleteAll = async () => {
    for (const { key } of uploads) await deleteContent(request, request.server.files, key)
  }
  try {
    const answer = await write()
    if (answer.isRepeated) await deleteAll()
    return answer
  } catch (error) {
    // After a lost connection it is unknown whether the write was rolled back; the sweep finds out.
    if (!isUnreachable(error)) await deleteAll()
    throw error
  }
}

/** Deletes unreferenced contents once each transaction is committed; during a backup they are left to the sweep. */
export function deleteDiscardedContents(app: FastifyInstance): void {
  const deleteAll = async (keys: readonly string[]) => {
    if (await areContentsHeld(app.database)) return
    for (const key of keys) await deleteContent(app, app.files, key)
  }
  const discard = (keys: readonly string[]) =>
    void deleteAll(keys).catch((err: unknown) => app.log.warn({ err, keys }, 'contents stay without records'))
  app.database.discardListeners.add(discard)
  app.addHook('onClose', () => void app.database.discardListeners.delete(discard))
}

async function* readParts(
  request: FastifyRequest,
  { most, fieldSize = shortField }: Pick<FileParts, 'most' | 'fieldSize'>,
) {
  if (!request.isMultipart())
    throw new ApiError(415, 'unsupported_media_type', 'Send the file as multipart/form-data.')
  refuseAborted(request)
  try {
    // A name may contain path separators; it never becomes a path here.
    yield* request.parts({ limits: { ...limits, files: most + 1, fieldSize }, preservePath: true })
  } catch {
    throw unreadable()
  }
}

/** A repeated field is a list. */
function addField(fields: Body, part: MultipartValue): void {
  const { fieldname, value, fieldnameTruncated, valueTruncated } = part
  if (fieldnameTruncated || valueTruncated) throw invalidFields({ [fieldname]: 'Too long.' })
  const there = fields[fieldname]
  fields[fieldname] = there === undefined ? value : [there, value].flat()
}

async function storeFile(
  request: FastifyRequest,
  store: FileStore,
  part: MultipartFile,
  { tooLarge, together }: FileParts,
  before: number,
): Promise<Upload | null> {
  const key = newKey()
  const head = Buffer.alloc(imageHeadBytes)
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const chunk of readContent(part)) {
      if (size === 0) await checkStorageQuotaEarly(request)
      if (size < head.length) chunk.copy(head, size)
      size += chunk.length
      if (size > maxFileBytes) throw tooLarge()
      if (together && before + size > together.bytes) throw together.tooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  await store.put(key, Readable.from(counted()))
  const filename = part.filename === '' ? null : part.filename
  if (size === 0 && filename === null) {
    await store.remove(key)
    return null
  }
  const mediaType = imageTypeOf(head) ?? mediaTypeSaid(part.mimetype)
  return { key, size, sha256: hash.digest('base64url'), filename, mediaType }
}

async function* readContent({ file }: MultipartFile): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>
  } catch {
    throw unreadable()
  }
}

/** A declared media type that is safe to store: only checked contents are shown as images. */
function mediaTypeSaid(said: string): string {
  const type = said.toLowerCase()
  return isMediaType(type) && !isImageType(type) ? type : anyMediaType
}

/**
 * S3-compatible storage for tests: an S3 server from the registry behind a proxy that checks the signatures (version
 * 4) and hashes of requests, which that server does not do itself.
 */
import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import path from 'node:path'
import S3rver from 's3rver'
import { testDir } from './databases'

const accessKeyId = 'citygate'
/** With characters that must be encoded in addresses. */
const secretAccessKey = 'of/the+tests=only'
const bucket = 'citygate-files'
/** Entries on a page of a list; a server may always return fewer than requested. */
const pageSize = 5

export interface TestS3 {
  /** A value for FILES_URL, with another secret if one is given. */
  url: (secret?: string) => string
  /** Method and path of each received request. */
  requests: string[]
  close: () => Promise<void>
}

/** Starts the storage with an empty bucket. */
export async function startS3(): Promise<TestS3> {
  const directory = mkdtempSync(path.join(testDir(), 's3-'))
  const storage = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  const { port: behind } = await storage.run()
  const requests: string[] = []
  const gate = http.createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`)
    void pass(request, response, behind)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const { port } = gate.address() as AddressInfo
  return {
    url: (secret = secretAccessKey) =>
      `s3://${accessKeyId}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/of/this?tls=off&region=eu-west-1`,
    requests,
    close: async () => {
      await new Promise((resolve) => gate.close(resolve))
      await storage.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function pass(request: IncomingMessage, response: ServerResponse, behind: number): Promise<void> {
  const body = await buffer(request)
  const fault = faultOf(request, body)
  if (fault !== null) {
    response
      .writeHead(403, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${fault}</Code></Error>`)
    return
  }
  const headers = { ...request.headers }
  delete headers.authorization
  const { method, url } = request
  const target = new URL(url ?? '', 'http://storage')
  const token = target.searchParams.get('continuation-token')
  if (token !== null) {
    target.searchParams.delete('continuation-token')
    target.searchParams.set('start-after', Buffer.from(token, 'base64').toString())
  }
  const address = { host: '127.0.0.1', port: behind, method, path: target.pathname + target.search, headers }
  const answer = await new Promise<IncomingMessage>((resolve) => {
    http.request(address, resolve).end(body)
  })
  const isList = target.searchParams.get('list-type') === '2'
  const content = isList ? firstPage(await text(answer)) : await buffer(answer)
  response.writeHead(answer.statusCode ?? 500, {
    'content-type': answer.headers['content-type'] ?? 'application/xml',
  })
  response.end(content)
}

/** Splits a list into pages; the server itself cannot, since its cipher is missing in current releases of Node. */
function firstPage(list: string): string {
  const entries = list.match(/<Contents>.*?<\/Contents>/gs) ?? []
  if (entries.length <= pageSize) return list
  const last = /<Key>(.*)<\/Key>/.exec(entries[pageSize - 1] ?? '')?.[1] ?? ''
  const token = Buffer.from(last).toString('base64')
  return entries
    .slice(pageSize)
    .reduce((page, entry) => page.replace(entry, ''), list)
    .replace(
      '<IsTruncated>false</IsTruncated>',
      `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`,
    )
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Why a request is refused; null for a correctly signed one. */
function faultOf({ method, url, headers }: IncomingMessage, body: Buffer): string | null {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return 'AccessDenied'
  const [, keyId, day = '', region = '', signedHeaders = '', signature] = parts
  if (keyId !== accessKeyId) return 'InvalidAccessKeyId'
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const moment = String(headers['x-amz-date'])
  const sentAt = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
  if (!(Math.abs(Date.now() - sentAt) < 900_000)) return 'RequestTimeTooSkewed'
  const names = signedHeaders.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return 'AccessDenied'

  const [address = '', query = ''] = (url ?? '').split('?')
  const canonical = [
    method,
    address,
    query.split('&').sort().join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    hash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce(
    (derived: string | Buffer, step) => hmac(derived, step),
    `AWS4${secretAccessKey}`,
  )
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

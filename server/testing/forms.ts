/** Requests as multipart/form-data, written byte by byte: some clients send more than browsers do. */
import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Answer, TestApi } from './api'
import type { ErrorAnswer } from '../../src/contract/answers'

export interface Part {
  name: string
  value: string | Buffer
  /** Makes it a file. */
  filename?: string
  type?: string
}

const boundary = 'a-boundary-of-the-tests'

export const formType = `multipart/form-data; boundary=${boundary}`

/** As browsers encode names: three characters would end the header. */
const quoted = (name: string) =>
  `"${name.replaceAll(/["\r\n]/g, (character) => ({ '"': '%22', '\r': '%0D' })[character] ?? '%0A')}"`

export const formBody = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, value, filename, type }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}` +
          (filename === undefined ? '' : `; filename=${quoted(filename)}`) +
          (type === undefined ? '' : `\r\nContent-Type: ${type}`) +
          '\r\n\r\n',
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])

/** A partially sent form. */
interface PendingForm {
  answer: Promise<Pick<Answer<ErrorAnswer>, 'status' | 'body'> & { headers: IncomingHttpHeaders }>
  /** Sends the rest. */
  finish: () => void
}

/** Begins to send a form: all but its last bytes. The rest is not sent if the answer comes first. */
export function beginForm(
  { url }: TestApi,
  token: string,
  [method, path]: readonly [string, string],
  parts: readonly Part[],
): PendingForm {
  const body = formBody(parts)
  const kept = body.length - 20
  const request = http.request(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': formType, 'content-length': body.length },
  })
  const answer = once(request, 'response').then(async ([response]: IncomingMessage[]) => {
    if (!response) throw new Error('There is no answer.')
    const { statusCode: status = 0, headers } = response
    const body = (await json(response)) as ErrorAnswer
    request.destroy()
    return { status, headers, body }
  })
  request.write(body.subarray(0, kept))
  return { answer, finish: () => request.end(body.subarray(kept)) }
}

/** Sends a form with a token. */
export function sendForm<T = ErrorAnswer>(
  api: TestApi,
  token: string,
  [method, path]: readonly [string, string],
  parts: readonly Part[] | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  return api.send<T>(method, path, {
    token,
    headers: { 'content-type': formType, ...headers },
    body: new Uint8Array(Buffer.isBuffer(parts) ? parts : formBody(parts)),
  })
}

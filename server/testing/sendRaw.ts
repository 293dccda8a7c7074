import { once } from 'node:events'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import type { ErrorAnswer } from '../../src/contract/answers'
import type { TestApi } from './api'

/** Sends raw lines to a server, and reads the answer until the connection ends. */
export async function sendRaw(api: TestApi, ...lines: string[]) {
  const socket = net.connect(Number(new URL(api.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    id: /^x-request-id: (.+)$/im.exec(head)?.[1],
    body: body.startsWith('{') ? (JSON.parse(body) as ErrorAnswer) : null,
  }
}

import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request on its way to the product. */
export interface PassedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
}

/** An answer on its way back. */
export interface PassedReply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What goes wrong between a check and the product. */
export interface Fault {
  /** May change the request; a reply is given in place of the product's. */
  request?: (request: PassedRequest) => PassedReply | undefined
  /** May change the answer. */
  reply?: (request: PassedRequest, reply: PassedReply) => void
}

/** An answer of the proxy itself. */
export const jsonReply = (status: number, body: object): PassedReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
})

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Passes requests on to a product, with a fault. Answers are read whole: no streams. */
export async function startProxy(target: string, fault: Fault) {
  const pass = async (incoming: IncomingMessage): Promise<PassedReply> => {
    const sent = await readAll(incoming)
    const { method = 'GET', url: path = '/' } = incoming
    const request = { method, path, headers: { ...incoming.headers } }
    const instead = fault.request?.(request)
    if (instead) return instead
    const outgoing = http.request(target + path, {
      method,
      headers: { ...request.headers, host: new URL(target).host, 'accept-encoding': 'identity' },
    })
    outgoing.end(sent)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    const reply = {
      status: answer.statusCode ?? 502,
      headers: { ...answer.headers },
      body: await readAll(answer),
    }
    fault.reply?.(request, reply)
    return reply
  }
  const server = http.createServer((incoming, outgoing) => {
    pass(incoming).then(
      ({ status, headers, body }) => {
        delete headers['transfer-encoding']
        outgoing.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
      },
      () => outgoing.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

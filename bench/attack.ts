/**
 * The load of one attack, in a process of its own: `attack.ts NAME URL TOKEN`. It ends by itself and prints how often
 * each status was answered; 0 stands for no answer.
 */
import { setMaxListeners } from 'node:events'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { contract } from '../src/contract'
import { changesPath } from '../src/contract/events'
import { credentials } from '../src/contract/session'

const [name = '', url = '', token = ''] = process.argv.slice(2)

/** Milliseconds after which running requests are aborted. */
const deadline = AbortSignal.timeout(20_000)
setMaxListeners(0, deadline)
const agent = new http.Agent({ keepAlive: false, maxSockets: Infinity })
const statuses: Record<string, number> = {}

interface Sent {
  method?: string
  type?: string
  body?: string | AsyncIterable<Buffer>
  length?: number
  signedIn?: boolean
}

/** Sends one request, reads its answer to the end and counts its status. */
function ask(
  address: string,
  { method = 'GET', type = 'application/json', body = '', length, signedIn = true }: Sent = {},
): Promise<void> {
  return new Promise((resolve) => {
    let status = 0
    const end = () => {
      statuses[status] = (statuses[status] ?? 0) + 1
      resolve()
    }
    const headers = {
      ...(method === 'GET' ? {} : { 'content-type': type }),
      ...(length === undefined ? {} : { 'content-length': length }),
      ...(signedIn ? { authorization: `Bearer ${token}` } : {}),
    }
    const request = http.request(url + address, { method, agent, headers, signal: deadline }, (response) => {
      status = response.statusCode ?? 0
      response.resume()
      response.once('close', end)
    })
    request.once('error', () => {
      if (status === 0) end()
    })
    if (typeof body === 'string') request.end(body)
    else
      void (async () => {
        for await (const part of body) if (!request.destroyed) request.write(part)
        request.end()
      })()
  })
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const together = (count: number, make: (index: number) => Promise<void>) => Promise.all(times(count, make))

const list = (query: string) => `${contract.opportunities.path}?${query}`
const note = (description: string) =>
  ask(contract.notes.path, {
    method: 'POST',
    body: JSON.stringify({ description, object_id: 'opportunity-1', content_type: null }),
  })

/** A file with a chunk every fifth of a second, for six seconds. */
async function* dripped(boundary: string): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="object_id"\r\n\r\nopportunity-1\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n`,
  )
  for (let piece = 0; piece < 30; piece++) {
    yield Buffer.alloc(10_000, 'x')
    await wait(200)
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}

const attacks: Record<string, () => Promise<unknown>> = {
  'rich text, 300,000 <b>': () => together(3, () => note('<b>'.repeat(300_000))),
  'rich text, 90,000 <ul><li>': () => together(3, () => note('<ul><li>'.repeat(90_000))),
  '8 writers of rich text that is just taken': () =>
    together(8, async (index) => {
      const [part, count] = index % 2 ? ['<td>x</td>', 1_250] : ['<p>Asked for 1,200</p>', 2_500]
      for (let round = 0; round < 5; round++) await note(part.repeat(count))
    }),
  '400 API documents': () => together(400, () => ask('/api/schema/', { signedIn: false })),
  '8 lists whole, deep expands': () =>
    together(8, () =>
      ask(
        list(
          'limit=999999&expand=organizations.contacts,organizations.addresses,bids.legal_entity,tags,created_by',
        ),
      ),
    ),
  '400 lists at once': () => together(400, () => ask(list('limit=10&expand=created_by,modified_by,tags'))),
  '100 searches of one letter': () => together(100, () => ask(list('limit=10&q=e'))),
  '40 slow uploads': () =>
    together(40, () =>
      ask(contract.files.path, {
        method: 'POST',
        type: 'multipart/form-data; boundary=slow',
        body: dripped('slow'),
      }),
    ),
  '300 event streams': async () => {
    // They never end by themselves.
    const streams = together(300, () => ask(changesPath))
    await Promise.race([streams, wait(5_000)])
    agent.destroy()
    await streams
  },
  '100 JSON bodies of 1 MB': () =>
    together(100, () =>
      ask(contract.opportunities.path, {
        method: 'POST',
        body: JSON.stringify({ opportunity_name: 'Large', tags: times(140_000, (index) => index) }),
      }),
    ),
  '300 wrong sign-ins': () =>
    together(300, (index) =>
      ask(credentials.path, {
        method: 'POST',
        signedIn: false,
        body: JSON.stringify({
          username: index % 2 ? 'broker' : `nobody${index}`,
          password: `wrong ${index}`,
        }),
      }),
    ),
}

if (name === 'names') process.stdout.write(JSON.stringify(Object.keys(attacks)))
else {
  await attacks[name]?.()
  process.stdout.write(JSON.stringify(statuses))
}
process.exit(0)

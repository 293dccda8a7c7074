import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutside } from '../../outside'
import { createNylas } from './api'

test('[SCREEN-2] folders are read to the last page, and messages no more at a time than every mailbox gives', async () => {
  const asked: URLSearchParams[] = []
  const server = http.createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url ?? '', 'http://service')
    asked.push(searchParams)
    const isFirst = searchParams.get('page_token') === null
    const entry = pathname.endsWith('/folders') ? { name: 'Sent' } : { date: 1 }
    const page = { data: [{ id: isFirst ? 'one' : 'two', ...entry }], next_cursor: isFirst ? 'next' : null }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(page))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const outside = createOutside({ privateHosts: [host] })
  try {
    const account = { origin: `http://${host}`, clientId: 'c', apiKey: 'k', webhookSecret: null }
    const api = createNylas(account, outside)
    expect((await api.folders('grant')).map(({ id }) => id)).toEqual(['one', 'two'])
    asked.length = 0
    expect((await api.messagesAfter('grant', 'INBOX', 0)).map(({ id }) => id)).toEqual(['one', 'two'])
    expect(asked.map((search) => search.get('limit'))).toEqual(['50', '50'])
  } finally {
    await outside.close()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
})

import { contract, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { openDatabase, type OpenDatabase } from '../db/dialects'
import { startApi, type TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { recordMaker, type MakeRecord } from '../testing/records'
import { until, untilAnswer } from '../testing/until'

let api: TestApi
let make: MakeRecord
let token: string
let statements: string[] = []
/** Another process on the same database, such as the command that changes users. */
let elsewhere: OpenDatabase
beforeAll(async () => {
  api = await startApi({}, (text) => statements.push(text))
  make = recordMaker(api)
  token = (await api.signIn()).access
  elsewhere = openDatabase(api.app.config)
})
afterAll(async () => {
  await elsewhere.db.destroy()
  await api.close()
})
afterEach(() => jest.restoreAllMocks())

const read = (path: string, tag?: string | null, by = token) =>
  api.send<unknown>('GET', path, { token: by, headers: tag ? { 'if-none-match': tag } : {} })
const tagOf = async (path: string) => (await read(path)).headers.get('etag') ?? ''
const statusOf = async (path: string, tag: string, by = token) => (await read(path, tag, by)).status

/**
 * The tag of an answer that is requested again until it gets 304: on PostgreSQL writes to another database of the
 * server, such as that of another test, count as changes, too.
 */
async function unchanged(
  path: string,
  again: (tag: string) => Promise<number> = (tag) => statusOf(path, tag),
): Promise<string> {
  let tag = ''
  await until(async () => {
    tag = await tagOf(path)
    return (await again(tag)) === 304
  })
  return tag
}

/** Checks that a change makes another tag. */
async function changed(path: string, change: () => Promise<unknown>): Promise<void> {
  const tag = await unchanged(path)
  await change()
  const after = await read(path, tag)
  expect(after.status).toBe(200)
  expect(after.headers.get('etag')).not.toBe(tag)
}

const deals = contract.opportunities.path
const tags = contract.tags.path

describe('[API-1, API-2] what has not changed is answered 304, by the statement that finds the session', () => {
  test.each([
    ['a list', () => `${deals}?limit=5&expand=tags,created_by`],
    ['a search of one letter', () => `${deals}?limit=1&q=e`],
    ['the trash', () => `${deals}trash/?limit=5`],
    ['one record with its relations', async () => `${await dealPath()}?expand=tags,bids,created_by.profile`],
    ['one record that counts no versions', () => `${contract.states.path}44/`],
    ['activities under their second path', () => '/nylas/events/?limit=2'],
  ])('%s', async (_, addressed) => {
    const path = await addressed()
    const tag = await unchanged(path)
    expect(tag).toMatch(/^W\/"(\d+\.[\w-]+\.)?[\w-]{22}"$/)
    const seen = await untilAnswer(
      async () => {
        const sent = await tagOf(path)
        statements = []
        const answer = await read(path, `"other", ${sent}`)
        return { sent, answer, ran: statements.length }
      },
      // The server's own work runs statements, too, now and then.
      ({ answer, ran }) => answer.status === 304 && ran === 1,
    )
    expect(seen.answer.body).toBe('')
    expect(Object.fromEntries(seen.answer.headers)).toMatchObject({
      etag: seen.sent,
      vary: 'accept-encoding',
    })
    // Some proxies remove the weak mark.
    await unchanged(path, (weak) => statusOf(path, weak.replace('W/', '')))
    await unchanged(path, async (sent) => {
      const headers = { 'if-none-match': sent }
      return (await api.send('HEAD', path, { token, headers })).status
    })
  })

  test('compressed in another way, too', async () => {
    for (let count = 0; count < 12; count++) await make('opportunities')
    await until(async () => {
      const compressed = await fetch(api.url + deals, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br' },
      })
      const { headers } = compressed
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['br', 'accept-encoding'])
      const plain = { 'if-none-match': headers.get('etag') ?? '', 'accept-encoding': 'identity' }
      return (await api.send('GET', deals, { token, headers: plain })).status === 304
    })
  })
})

const dealPath = async () => `${deals}${(await make('opportunities')).opportunity_id}/`

describe('[API-1, API-2] whatever changes an answer changes its tag', () => {
  test('another user changes, creates, deletes, brings back', async () => {
    const { access } = await api.signIn('team')
    const asTeam = async (method: string, path: string, body?: object) => {
      const answer = await api.send(method, path, { token: access, ...(body && { body }) })
      expect([200, 201, 204]).toContain(answer.status)
    }
    const one = await dealPath()
    for (const path of [`${deals}?limit=5`, one]) {
      await changed(path, () => asTeam('PATCH', one, { notes: path }))
      await changed(path, () => asTeam('POST', deals, { opportunity_name: 'Larkfield Mill' }))
    }
    await changed(`${deals}?limit=5`, () => asTeam('DELETE', one))
    await changed(`${deals}trash/?limit=5`, () => asTeam('POST', `${one}restore/`))
  })

  test('a record that it nests', async () => {
    const tag = await make('tags')
    const { opportunity_id: id } = await make('opportunities', { tags: [tag.tag_id] })
    const rename = (name: string) => api.asBroker('PATCH', `${tags}${tag.tag_id}/`, { name })
    await changed(`${deals}${id}/?expand=tags`, () => rename('Renewal'))
    await changed(`${deals}?expand=tags&limit=100`, () => rename('Credit hold'))
  })

  test('another process, and the count of the list with it', async () => {
    const { tag_id } = await make('tags', { name: 'Of another process' })
    await make('tags')
    const path = `${tags}?limit=1`
    const count = async () => ((await read(path)).body as ListAnswer<unknown>).count
    const before = await count()
    await changed(path, () => elsewhere.db.deleteFrom('tags').where('tag_id', '=', tag_id).execute())
    expect(await count()).toBe(before - 1)
  })

  test('the role of who asks', async () => {
    const { user } = await api.signIn()
    const setRole = (user_type: 'team' | 'broker') =>
      elsewhere.db.updateTable('users').set({ user_type }).where('id', '=', user.id).execute()
    await changed(`${tags}?limit=1`, () => setRole('team'))
    await changed(`${tags}?limit=1`, () => setRole('broker'))
  })

  test('the time, where links of before run out', async () => {
    const form = [
      { name: 'file', value: 'x', filename: 'x.txt', type: 'text/plain' },
      { name: 'object_id', value: `opportunity-${(await make('opportunities')).opportunity_id}` },
    ]
    const made = await sendForm<Row<'files'>>(api, token, ['POST', contract.files.path], form)
    expect(made.status).toBe(201)
    const path = `${contract.files.path}?limit=5`
    const now = Date.now()
    await changed(path, () => {
      jest.spyOn(api.database.clock, 'now').mockReturnValue(new Date(now + 300_000))
      return Promise.resolve()
    })
  })

  test('a transaction, when it is committed and not before', async () => {
    const { tag_id } = await make('tags')
    const path = `${tags}${tag_id}/`
    const tag = await tagOf(path)
    const rename = (name: string) =>
      api.database.db.transaction().execute(async (trx) => {
        await trx.updateTable('tags').set({ name }).where('tag_id', '=', tag_id).execute()
        const open = await read(path)
        expect(open.body).not.toMatchObject({ name })
        return open.headers.get('etag') ?? ''
      })
    const whileOpen = await rename('Committed')
    for (const old of [tag, whileOpen]) expect(await statusOf(path, old)).toBe(200)
    expect((await read(path)).body).toMatchObject({ name: 'Committed' })
  })
})

describe('[TRUST-10, TRUST-6] a tag opens nothing', () => {
  test('it holds in its own session alone, and there as long as it lasts', async () => {
    const path = `${deals}?limit=5`
    const { access, refresh } = await api.signIn()
    const other = await api.signIn('team')
    const ask = () => read(path, null, access)
    expect((await ask()).headers.get('cache-control')).toBe('no-store')
    let tag = ''
    await until(async () => {
      tag = (await ask()).headers.get('etag') ?? ''
      return (await statusOf(path, tag, access)) === 304
    })
    for (const by of [token, other.access]) expect(await statusOf(path, tag, by)).toBe(200)
    expect((await api.send('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(401)
    await api.send('POST', '/api/token/revoke/', { body: { refresh } })
    expect(await statusOf(path, tag, access)).toBe(401)
  })

  test('it holds for its own address alone, and refusals have none', async () => {
    const path = `${deals}?limit=5`
    const tag = await tagOf(path)
    expect(await statusOf(`${path}&offset=1`, tag)).toBe(200)
    for (const [address, status] of [
      [`${deals}999999/`, 404],
      [`${deals}?limit=-1`, 400],
    ] as const)
      for (const sent of [tag, '*', '""', 'W/"1."']) {
        const answer = await read(address, sent)
        expect([answer.status, answer.headers.get('etag')]).toEqual([status, null])
      }
    expect(await statusOf(path, '*')).toBe(200)
  })
})

test('[TRUST-27] the tag of a record names its version to a change', async () => {
  const path = await dealPath()
  const tag = await tagOf(path)
  const change = (sent: string) =>
    api.send('PATCH', path, { token, body: { notes: 'Checked' }, headers: { 'if-match': sent } })
  expect((await change(tag)).status).toBe(200)
  expect((await change(tag)).status).toBe(409)
})

describe('[TRUST-49] a tag is that of one record', () => {
  test('that of another record, of whatever kind, changes nothing, though its version is the same', async () => {
    const [one, other] = [await dealPath(), await dealPath()]
    const tag = { name: `Tagged ${one}`, color: '#222', description: 'x' }
    const answer = await api.send<{ tag_id: number }>('POST', '/api/mpg/tag/', { token, body: tag })
    const created = answer.headers.get('etag') ?? ''
    for (const sent of [await tagOf(other), created, await tagOf(`/api/mpg/tag/${answer.body.tag_id}/`)])
      for (const method of ['PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { notes: 'Mine' } : undefined
        const refused = await api.send<{ code: string }>(method, one, {
          token,
          body,
          headers: { 'if-match': sent },
        })
        expect([refused.status, refused.body.code]).toEqual([409, 'stale_version'])
      }
    const own = await tagOf(one)
    const changed = await api.send('PATCH', one, {
      token,
      body: { notes: 'Mine' },
      headers: { 'if-match': own },
    })
    expect(changed.status).toBe(200)
    const next = changed.headers.get('etag') ?? ''
    const again = await api.send('PATCH', one, {
      token,
      body: { notes: 'Again' },
      headers: { 'if-match': next },
    })
    expect(again.status).toBe(200)
  })

  test.each(['"x"', '3.', '"3.a b"', 'W/'])('what is no tag, %j, is a 400', async (sent) => {
    const answer = await api.send('PATCH', await dealPath(), {
      token,
      body: { notes: 'x' },
      headers: { 'if-match': sent },
    })
    expect(answer.status).toBe(400)
  })
})

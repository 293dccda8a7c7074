/** Changes in connected external accounts, received by polling and by notifications. */
import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { eventPath, mailWebhookPath, messageRequest } from '../../src/contract/mail'
import { participantsPath, type Participant } from '../../src/contract/session'
import type { Notice } from '../db/notice'
import { startApi, startSecondServer, type TestApi } from '../testing/api'
import { connectRemoteMail, startNylas, type RemoteReceivedMessage, type TestNylas } from '../testing/nylas'
import { until, untilAnswer } from '../testing/until'

type Message = Row<'messages'>
type Activity = Row<'activities'>

const secret = 'a secret for webhooks'
const email = 'broker@citygate.example'
const activitiesPath = '/activities/api/activities/'
const start = Date.parse('2027-03-01T12:00:00Z') / 1_000
const meeting = {
  title: 'Pricing call',
  description_text: '<p>Usage</p>',
  start,
  participants: ['ann@mill.example'],
}

let service: TestNylas
let api: TestApi
let token: string
const heard: Notice[] = []
beforeEach(async () => {
  service = await startNylas()
  api = await startApi({ ...service.environment, MAIL_WEBHOOK_SECRET: secret })
  token = (await api.signIn()).access
  heard.length = 0
  api.app.events.subscribe({ onNotice: (notice) => heard.push(notice), onGap: () => undefined })
  await connectRemoteMail(api, service, token, email)
})
afterEach(async () => {
  await api.close()
  await service.close()
})

/** Restarts with additional variables, with the same account connected. */
async function startWith(environment: NodeJS.ProcessEnv): Promise<void> {
  await api.close()
  api = await startApi({ ...service.environment, ...environment })
  token = (await api.signIn()).access
  await connectRemoteMail(api, service, token, email)
}

/** Synchronizes the account now, and waits until that has been done. */
async function look(): Promise<void> {
  const { db } = api.database
  // By then a running synchronization has ended.
  await until(async () => {
    const { numUpdatedRows } = await db
      .updateTable('mail_accounts')
      .set({ next_at: '2020-01-01T00:00:00.000Z' })
      .where('claimed_by', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
  api.app.mail.wake()
  await until(async () => {
    const rows = await db
      .selectFrom('mail_accounts')
      .select(['next_at', 'claimed_by', 'expired_at'])
      .execute()
    return rows.every(
      (row) => row.expired_at !== null || (row.claimed_by === null && row.next_at > new Date().toISOString()),
    )
  })
}
const as = <T = Activity>(method: string, address: string, body?: unknown) =>
  api.send<T>(method, address, { token, ...(body === undefined ? {} : { body }) })
const inbox = async (query = 'direction=received') =>
  (await as<ListAnswer<Message>>('GET', `/nylas/messages/?${query}`)).body.results
const schedule = async (more: object = {}) => (await as('POST', eventPath, { ...meeting, ...more })).body
const one = ({ id }: Activity) => `${activitiesPath}${id}/`
const received = (more: Partial<RemoteReceivedMessage> = {}): RemoteReceivedMessage => {
  const id = more.id ?? `m-${randomUUID()}`
  return {
    id,
    folders: ['INBOX'],
    subject: 'Winter strip',
    body: '<p onclick="x()">Four <b>cents</b><script>alert(1)</script></p>',
    date: service.now(),
    unread: true,
    from: [{ email: 'Ann@mill.example', name: 'Ann Mill' }],
    to: [{ email }],
    headers: [{ name: 'Message-Id', value: `<${id}@mill.example>` }],
    ...more,
  }
}
const mailbox = () => service.grantOf(email).mailbox

describe('by looking there', () => {
  test('[SCREEN-2, TRUST-1] new messages reach the inbox of their owner alone, sanitised, once, and open pages hear of it', async () => {
    mailbox().push(received({ id: 'first' }), received(), received())
    await look()
    const results = await inbox('direction=received&ordering=sent_at')
    expect(results.slice(-3)[0]).toMatchObject({
      subject: 'Winter strip',
      text: '<p>Four <b>cents</b></p>',
      from: [{ id: null, email: 'Ann@mill.example', first_name: 'Ann Mill' }],
      to: [{ id: 3, email }],
      message_id: 'first@mill.example',
      thread: 'first@mill.example',
      is_read: false,
      sent_at: new Date((mailbox()[0]?.date ?? 0) * 1_000).toISOString(),
    })
    expect(heard).toContainEqual(
      expect.objectContaining({
        kind: 'change',
        owner: 3,
        change: expect.objectContaining({ resource: 'messages', action: 'created' }) as unknown,
      }),
    )
    await look()
    expect(await inbox()).toHaveLength(results.length)
    const { access } = await api.signIn('team')
    const others = await api.send<ListAnswer<Message>>('GET', '/nylas/messages/?q=winter', { token: access })
    expect(others.body.results.map(({ message_id }) => message_id)).not.toContain('first@mill.example')
  })

  test('[SCREEN-2] an answer to a message that was sent from here joins its conversation; what was sent is not doubled', async () => {
    const sent = (
      await as<Message>('POST', messageRequest.path, { to: 'ann@mill.example', subject: 'Strip', text: 'x' })
    ).body
    const { id = '', ...own } = service.grantOf(email).sent[0] ?? {}
    mailbox().push(
      received({ ...own, id, folders: ['folder-7'], from: [{ email }], to: [{ email: 'ann@mill.example' }] }),
      received({
        // The service counts whole seconds, and a real answer is never sent within the same one.
        date: Math.ceil(Date.parse(sent.sent_at) / 1_000) + 2,
        headers: [
          { name: 'Message-ID', value: '<answer@mill.example>' },
          { name: 'In-Reply-To', value: `<${sent.message_id}>` },
          { name: 'References', value: `<older@mill.example> <${sent.message_id}>` },
        ],
      }),
      received({
        folders: ['folder-7'],
        from: [{ email }],
        to: [{ email: 'bo@mill.example' }],
        subject: 'By phone',
      }),
    )
    await look()
    const thread = await inbox(`thread=${encodeURIComponent(sent.thread)}&ordering=sent_at`)
    expect(thread.map(({ direction, message_id }) => [direction, message_id])).toEqual([
      ['sent', sent.message_id],
      ['received', 'answer@mill.example'],
    ])
    expect((await inbox('direction=sent&q=phone')).map(({ is_read }) => is_read)).toEqual([true])
  })

  test('[K6] who had a copy is known, and files are listed and read from there, also where there is nothing else', async () => {
    const content = 'The figures '.repeat(20_000)
    mailbox().push(
      received({
        id: 'files',
        body: '',
        cc: [{ email: 'cy@mill.example', name: 'Cy' }],
        bcc: [{ email: 'hidden@mill.example' }],
        attachments: [
          {
            id: 'logo',
            filename: 'logo.png',
            content_type: 'image/png',
            is_inline: true,
            content_id: 'logo@mill',
          },
          {
            id: 'a/#1',
            filename: 'Usage <2026>.xlsx',
            content_type: 'text/csv; name=x',
            size: 240_000,
            content,
          },
          { filename: ' ', content_type: 'strange', size: -1 },
        ],
      }),
    )
    await look()
    const found = (await inbox()).find(({ message_id }) => message_id === 'files@mill.example')
    expect(found).toMatchObject({ cc: [{ email: 'cy@mill.example', first_name: 'Cy' }], bcc: [], text: '' })
    const listed = await as<ListAnswer<Row<'messageAttachments'>>>(
      'GET',
      `/nylas/attachments/?message=${found?.id}`,
    )
    const byName = (name: string) => listed.body.results.find(({ filename }) => filename === name)
    expect(found?.attachments).toEqual([
      byName('Usage <2026>.xlsx')?.id,
      byName('Without a name')?.id,
      byName('logo.png')?.id,
    ])
    expect(byName('Usage <2026>.xlsx')).toMatchObject({
      size: 240_000,
      media_type: 'text/csv',
      is_inline: false,
    })
    expect(byName('logo.png')).toMatchObject({ is_inline: true, content_id: 'logo@mill', size: null })
    expect(byName('Without a name')).toMatchObject({ file: null, media_type: 'application/octet-stream' })

    const file = byName('Usage <2026>.xlsx')?.file ?? ''
    const read = () => fetch(api.url + file)
    const answer = await read()
    expect(await answer.text()).toBe(content)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="Usage <2026>.xlsx"/) as string,
      'x-content-type-options': 'nosniff',
    })
    expect((await fetch(api.url + file, { method: 'HEAD' })).status).toBe(200)
    for (const [status, code] of [
      [503, 'outside_unavailable'],
      [400, 'outside_unavailable'],
      [404, 'content_missing'],
    ] as const) {
      service.answerNext('/download', { status })
      const failed = await read()
      expect([failed.status, await failed.json()]).toMatchObject([status === 404 ? 404 : 502, { code }])
    }
    service.grantOf(email).status = 'invalid'
    const late = await read()
    expect([late.status, await late.json()]).toMatchObject([409, { code: 'mail_not_connected' }])
  })

  test('[K6] over the mail service: copies and hidden copies go out', async () => {
    const sent = await as<Message>('POST', messageRequest.path, {
      to: 'ann@mill.example',
      cc: 'bo@mill.example',
      bcc: ['cy@mill.example'],
      subject: 'Strip',
      text: 'x',
    })
    expect(sent.status).toBe(201)
    expect(service.grantOf(email).sent.at(-1)).toMatchObject({
      to: [{ email: 'ann@mill.example' }],
      cc: [{ email: 'bo@mill.example' }],
      bcc: [{ email: 'cy@mill.example' }],
    })
  })

  test('[SCREEN-2] many messages arrive whole, the oldest first, some at a time', async () => {
    for (let count = 0; count < 60; count++) mailbox().push(received({ subject: `Number ${count}` }))
    await look()
    expect((await inbox('direction=received&q=number&limit=100')).length).toBe(60)
  })

  test('[SCREEN-2] what lies in the trash there goes to the trash here, and what was read there is read here', async () => {
    mailbox().push(received({ subject: 'Goes' }), received({ subject: 'Stays' }))
    await look()
    Object.assign(mailbox()[0] ?? {}, { folders: ['TRASH'] })
    Object.assign(mailbox()[1] ?? {}, { unread: false })
    await look()
    expect((await inbox('q=goes')).length).toBe(0)
    expect((await inbox('q=stays')).map(({ is_read }) => is_read)).toEqual([true])
  })

  test('[MSG-1, SCH-1] with fixed recipients only they take part there, and all participants here, also after a change there', async () => {
    await startWith({ MAIL_FIXED_RECIPIENTS: 'desk@citygate.example' })
    const event = await schedule({ participants: ['ann@mill.example', email] })
    const there = () =>
      [...service.grantOf(email).events.values()].map(({ title, participants }) => [
        title,
        participants.map((person) => person.email),
      ])
    expect(there()).toEqual([['Pricing call', ['desk@citygate.example']]])
    await as('PATCH', one(event), { title: 'Moved' })
    expect(there()).toEqual([['Moved', ['desk@citygate.example']]])
    service.change(email, { title: 'Moved there' })
    await look()
    const { body } = await as('GET', one(event))
    expect([body.title, body.participants.map((person) => person.email)]).toEqual([
      'Moved there',
      ['ann@mill.example', email],
    ])
    await as('PATCH', one(event), { participants: [email] })
    expect(there()).toEqual([['Moved there', []]])
  })

  test('[ACT-4, SCH-1] an event that was moved there is moved here, and one that was removed is removed', async () => {
    const event = await schedule({ participants: ['ann@mill.example', email] })
    service.change(email, {
      title: 'Moved',
      when: { start_time: start + 60, end_time: start + 120 },
      participants: [
        { email: 'bo@mill.example', name: 'Bo' },
        { email, name: 'Robin' },
      ],
    })
    await look()
    const { body } = await as('GET', one(event))
    expect(body).toMatchObject({
      title: 'Moved',
      start: start + 60,
      end: start + 120,
      modified_by: 3,
      // The owner of the calendar was no participant there, and is one here.
      participants: [
        { email: 'bo@mill.example', first_name: 'Bo' },
        { id: 3, email },
      ],
    })
    expect(heard).toContainEqual(
      expect.objectContaining({
        change: expect.objectContaining({
          resource: 'activities',
          id: event.id,
          action: 'updated',
        }) as unknown,
      }),
    )
    // Known changes are not written again.
    await look()
    expect((await as('GET', one(event))).body.version).toBe(body.version)
    service.grantOf(email).events.clear()
    await look()
    expect((await as('GET', one(event))).status).toBe(404)
  })

  test('[K5] whole days are whole days there and here, one or several', async () => {
    const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1_000
    const event = await schedule({ all_day: true, start: day('2026-11-03') })
    const there = () => [...service.grantOf(email).events.values()].map(({ when }) => when)
    expect(there()).toEqual([{ date: '2026-11-03' }])
    await as('PATCH', one(event), { end: day('2026-11-06') })
    expect(there()).toEqual([{ start_date: '2026-11-03', end_date: '2026-11-06' }])
    for (const [when, start, end] of [
      [{ date: '2026-12-31' }, '2026-12-31', '2027-01-01'],
      [{ start_date: '2026-03-07', end_date: '2026-03-10' }, '2026-03-07', '2026-03-10'],
      [{ start_date: '2026-03-07', end_date: '2026-03-07' }, '2026-03-07', '2026-03-08'],
    ] as const) {
      service.change(email, { when })
      await look()
      expect((await as('GET', one(event))).body).toMatchObject({
        all_day: true,
        start: day(start),
        end: day(end),
      })
    }
    service.change(email, { when: { start_time: start, end_time: start + 60 } })
    await look()
    expect((await as('GET', one(event))).body).toMatchObject({ all_day: false, start, end: start + 60 })
  })

  test('[TRUST-10] other events of a user’s calendar are not shown here, where all users see all', async () => {
    const before = (await as<ListAnswer<Activity>>('GET', activitiesPath)).body.count
    await schedule()
    const [known] = [...service.grantOf(email).events.values()]
    service.grantOf(email).events.set('private', {
      ...(known as NonNullable<typeof known>),
      id: 'private',
      title: 'Doctor',
      updated_at: service.now(),
    })
    await look()
    expect((await as<ListAnswer<Activity>>('GET', activitiesPath)).body.count).toBe(before + 1)
    expect(service.requests.filter((request) => request.endsWith('/private'))).toEqual([])
  })

  test('[MSG-1, SCH-1, TRUST-10] entries of a user’s address book are found here by that user only, each email once', async () => {
    service.grantOf(email).book.push(
      {
        given_name: 'Zoë',
        surname: 'Quillfeather',
        emails: [{ email: 'Zoe@quill.example' }, { email: 'not one' }],
      },
      { given_name: 'Zoe', surname: 'Twice', emails: [{ email: 'zoe@quill.example' }] },
      { given_name: 'Casey', emails: [{ email: 'customer@citygate.example' }] },
      ...Array.from({ length: 25 }, (_, index) => ({
        surname: 'Quillmany',
        emails: [{ email: `q${index}@many.example` }],
      })),
    )
    const find = async (query: string, access = token) =>
      (await api.send<ListAnswer<Participant>>('GET', `${participantsPath}?${query}`, { token: access })).body
    const before = await find('limit=10')
    await look()
    const all = await find('limit=10')
    expect([all.count, all.results.length]).toEqual([before.count + 26, 10])
    const { results } = await find('q=zoe%20quill')
    expect(results).toMatchObject([
      { email: 'Zoe@quill.example', first_name: 'Zoë', last_name: 'Quillfeather' },
    ])
    expect((await find('q=quillmany&limit=10&offset=20')).results).toHaveLength(5)
    expect((await find('q=customer@citygate')).results).toMatchObject([{ id: 1 }])
    const { access } = await api.signIn('team')
    expect((await find('q=quill', access)).count).toBe(0)
    expect((await find('limit=10', access)).count).toBe(before.count)
    const stolen = await api.send('POST', eventPath, {
      token: access,
      body: { ...meeting, participants: [results[0]?.id] },
    })
    expect([stolen.status, stolen.body.fields]).toEqual([
      400,
      { participants: 'Choose an entry of the list.' },
    ])
    const { body } = await as('POST', eventPath, { ...meeting, participants: results })
    expect(body.participants).toMatchObject([{ id: null, email: 'Zoe@quill.example' }])
  })

  test('[MSG-1] entries of an address book that stay as they were keep their ids', async () => {
    const entry = (name: string) => ({
      given_name: name,
      emails: [{ email: `${name.toLowerCase()}@staying.example` }],
    })
    const { book } = service.grantOf(email)
    const idsByName = async (): Promise<Record<string, number>> => {
      const { body } = await as<ListAnswer<Participant>>(
        'GET',
        `${participantsPath}?q=staying.example&limit=10`,
      )
      return Object.fromEntries(body.results.map(({ id, first_name }) => [String(first_name), id] as const))
    }
    const leaving = entry('Lea')
    const changing = { ...entry('Chan') }
    book.push(entry('Sam'), leaving, changing)
    await look()
    const before = await idsByName()
    expect(Object.keys(before)).toEqual(['Chan', 'Lea', 'Sam'])
    book.splice(book.indexOf(leaving), 1, entry('Newman'))
    changing.given_name = 'Renamed'
    // It is read once a day.
    await api.database.db
      .updateTable('mail_accounts')
      .set({ contacts_at: new Date(0).toISOString() })
      .execute()
    await look()
    const after = await idsByName()
    expect(Object.keys(after)).toEqual(['Renamed', 'Newman', 'Sam'])
    expect(after['Sam']).toBe(before['Sam'])
  })

  const messageOf = async (id: string) =>
    (await inbox('direction=received&limit=100')).find(
      ({ message_id }) => message_id === `${id}@mill.example`,
    )
  const nobody = { id: null, first_name: null, last_name: null }
  /** More than the parameters of a statement. */
  const many = Array.from({ length: 35_000 }, (_, index) => index)
  const brief =
    '<p>This message cannot be shown here, since it is too large or damaged. It can be read in the mailbox that it came to.</p>'

  test('[TRUST-26, SCREEN-2] a message that is too large to be read comes without its text, and keeps none waiting', async () => {
    mailbox().push(
      received({ id: 'large', body: 'x'.repeat(1_100_000), snippet: 'Four & more' }),
      received({ id: 'later' }),
    )
    await look()
    expect(await messageOf('large')).toMatchObject({
      subject: 'Winter strip',
      from: [{ email: 'Ann@mill.example' }],
      to: [{ id: 3 }],
      text: `${brief}<p>Four &amp; more</p>`,
      sent_at: new Date((mailbox()[0]?.date ?? 0) * 1_000).toISOString(),
    })
    expect(await messageOf('later')).toBeDefined()
    // It is not read again.
    const { length } = service.requests
    mailbox().push(received({ id: 'last' }))
    await look()
    expect(await messageOf('last')).toBeDefined()
    const read = service.requests.slice(length).filter((request) => request.endsWith('/messages/large'))
    expect(read.length).toBeLessThanOrEqual(1)
    const states = await api.database.db.selectFrom('mail_accounts').select('failures').execute()
    expect(states).toEqual([{ failures: 0 }])
  })

  test('[TRUST-26] messages that are too large do not end the connection to the service', async () => {
    const body = 'x'.repeat(1_100_000)
    const people = Array.from({ length: 40_000 }, (_, index) => ({ email: `a${index}@mill.example` }))
    for (let count = 0; count < 6; count++) mailbox().push(received({ body, to: people }))
    mailbox().push(received({ id: 'later' }))
    await look()
    expect(await messageOf('later')).toBeDefined()
    expect((await inbox()).filter(({ text }) => text === brief)).toHaveLength(6)
  })

  test.each<[string, Partial<RemoteReceivedMessage>, Partial<Message>]>([
    ['NUL in its text', { body: '<p>Four\0 \ud83dcents</p>' }, { text: '<p>Four cents</p>' }],
    ['NUL in its beginning', { body: '', snippet: 'Fo\0ur\udc00' }, { text: '<p>Four</p>' }],
    [
      'a subject that is cut in the middle of a character',
      { subject: `${'x'.repeat(254)}😀` },
      { subject: 'x'.repeat(254) },
    ],
    [
      'a name that is cut in the middle of a character',
      { from: [{ email: 'ann@mill.example', name: `${'x'.repeat(254)}😀` }] },
      { from: [{ id: null, email: 'ann@mill.example', first_name: 'x'.repeat(254), last_name: null }] },
    ],
    ['a sender of NUL', { from: [{ email: 'ann\0@mill.example' }] }, { from: [{ ...nobody, email }] }],
    [
      'a sender without end',
      { from: [{ email: `${'a'.repeat(9_000)}@mill.example` }] },
      { from: [{ ...nobody, email }] },
    ],
    ['recipients without number', { to: many.map((index) => ({ email: `a${index}@b.co` })) }, {}],
    [
      'references without number',
      {
        headers: [
          { name: 'Message-ID', value: '<odd@mill.example>' },
          { name: 'References', value: many.map((index) => `<a${index}>`).join('') },
        ],
      },
      { thread: 'a0' },
    ],
  ])('[TRUST-26, SCREEN-2] a message with %s arrives, and those after it', async (_what, more, expected) => {
    mailbox().push(received({ id: 'odd', ...more }), received({ id: 'later' }))
    await look()
    expect(await messageOf('odd')).toMatchObject(expected)
    expect(await messageOf('later')).toBeDefined()
  })

  test.each([1e12, 1e300])(
    '[TRUST-26, SCREEN-2] a message of second %d, which no calendar has, arrives as one of now, and those after it',
    async (date) => {
      for (let count = 0; count < 24; count++) mailbox().push(received())
      mailbox().push(received({ id: 'odd', date }), received({ date }))
      await look()
      mailbox().push(received({ id: 'later' }))
      await look()
      expect(await messageOf('later')).toBeDefined()
      expect(await messageOf('odd')).toMatchObject({ sent_at: expect.stringMatching(/^20\d\d-/) as unknown })
    },
  )

  test('[TRUST-26] a message that the service refuses to show is told of by its date alone', async () => {
    const odd = received({ id: 'odd' })
    mailbox().push(odd, received({ id: 'later' }))
    service.answerNext('/messages/odd', { status: 400 }, { status: 400 })
    await look()
    expect(await messageOf('later')).toBeDefined()
    expect((await inbox()).filter(({ text }) => text === brief)).toMatchObject([
      { subject: 'Without a subject', sent_at: new Date(odd.date * 1_000).toISOString() },
    ])
  })

  test.each([503, 429])('[TRUST-26] a message that is answered with %i now is read later', async (status) => {
    mailbox().push(received({ id: 'odd' }))
    service.answerNext('/messages/odd', { status })
    await look()
    expect(await messageOf('odd')).toBeUndefined()
    await look()
    expect(await messageOf('odd')).toMatchObject({ text: '<p>Four <b>cents</b></p>' })
  })

  test('[SCREEN-2] a message that the database takes too long for, or gives up for another, is stored whole later', async () => {
    const { db, dialect } = api.database
    if (dialect.kind === 'sqlite') return
    const refuseWith = (code: string) =>
      sql`
        create or replace function refuse_now() returns trigger language plpgsql
          as ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(db)
    await refuseWith('57014')
    await sql`create trigger refuse_now before insert on messages for each row
      when (new.text like '%cents%') execute function refuse_now()`.execute(db)
    mailbox().push(received({ id: 'slow' }))
    await look()
    await refuseWith('40001')
    await look()
    expect(await messageOf('slow')).toBeUndefined()
    await sql`drop trigger refuse_now on messages`.execute(db)
    await look()
    expect(await messageOf('slow')).toMatchObject({ text: '<p>Four <b>cents</b></p>' })
  })

  test('[TRUST-26, MSG-1] what cannot be kept of an address book is left out of it', async () => {
    service
      .grantOf(email)
      .book.push(
        { given_name: 'Quill\0one', surname: '\ud800', emails: [{ email: 'one@quill.example' }] },
        { given_name: 'Quilltwo', emails: [{ email: 'two\0@quill.example' }] },
        { given_name: 'Quillthree', emails: [{ email: `${'a'.repeat(9_000)}@quill.example` }] },
        { given_name: 'Quillfour', emails: [{ email: 'four@quill.example' }] },
      )
    await look()
    const { results } = (await as<ListAnswer<Participant>>('GET', `${participantsPath}?q=quill&limit=10`))
      .body
    expect(results.map(({ email, first_name, last_name }) => [email, first_name, last_name])).toEqual([
      ['four@quill.example', 'Quillfour', null],
      ['one@quill.example', 'Quill one', null],
    ])
  })

  test('[TRUST-11, TRUST-42] an email that stands in an address book, or that a message came from, is no user’s who only claims it', async () => {
    service.grantOf(email).book.push({ given_name: 'Zoë', emails: [{ email: 'Zoe@quill.example' }] })
    mailbox().push(received())
    await look()
    for (const known of ['zoe@quill.example', 'ann@mill.example']) {
      const { status, body } = await as<Row<'users'>>('PATCH', '/api/users/3/', { email: known })
      expect([status, body.is_email_confirmed]).toEqual([200, false])
      const letter = { to: ['far@mill.example'], subject: 'Strip', text: 'x' }
      expect((await as('POST', messageRequest.path, letter)).status).toBe(409)
    }
  })

  test('[TRUST-26] an address book that is too large to be read keeps no message waiting', async () => {
    service.grantOf(email).book.push({ given_name: 'x'.repeat(1_100_000), emails: [] })
    mailbox().push(received({ id: 'first' }))
    await look()
    expect(await messageOf('first')).toBeDefined()
    const { length } = service.requests
    await look()
    expect(service.requests.slice(length).filter((request) => request.endsWith('/contacts'))).toEqual([])
  })

  test.each<[string, object]>([
    ['of no day', { when: { date: 'some day' } }],
    ['of no year', { when: { start_time: 1e15, end_time: 1e15 } }],
    ['with NUL in its text', { description: '<p>a\0b</p>' }],
    ['that is too large', { description: 'x'.repeat(1_100_000) }],
  ])('[TRUST-26, SCH-1] an event %s keeps no message waiting', async (_what, change) => {
    const event = await schedule()
    service.change(email, change)
    mailbox().push(received({ id: 'first' }))
    await look()
    expect(await messageOf('first')).toBeDefined()
    expect((await as('GET', one(event))).body).toMatchObject({ start, title: 'Pricing call' })
  })

  test('[TRUST-26] where the service limits an account it is left alone for as long as it says', async () => {
    service.answerNext('/folders', { status: 429, headers: { 'retry-after': '7200' } })
    await look()
    const row = await api.database.db.selectFrom('mail_accounts').selectAll().executeTakeFirstOrThrow()
    expect(row.failures).toBe(1)
    const pause = Date.parse(row.next_at) - Date.now()
    expect(pause).toBeGreaterThan(7_000_000)
    expect(pause).toBeLessThanOrEqual(7_200_000)
  })

  test('[TRUST-26] a grant that has expired is noted, and not asked with again', async () => {
    service.grantOf(email).status = 'invalid'
    await look()
    const { length } = service.requests
    await look()
    expect(service.requests).toHaveLength(length)
    await connectRemoteMail(api, service, token, email)
    mailbox().push(received({ subject: 'Again there' }))
    await look()
    expect(await inbox('q=again')).toHaveLength(1)
  })

  test('[TRUST-28] of several processes one looks at an account at a time', async () => {
    const beside = await startSecondServer(api)
    try {
      await look()
      service.requests.length = 0
      mailbox().push(received())
      await api.database.db
        .updateTable('mail_accounts')
        .set({ next_at: '2020-01-01T00:00:00.000Z' })
        .execute()
      beside.app.mail.wake()
      api.app.mail.wake()
      await until(async () => (await inbox()).some(({ subject }) => subject === 'Winter strip'))
      expect(service.requests.filter((request) => request.endsWith('/folders'))).toHaveLength(1)
    } finally {
      await beside.close()
    }
  })
})

describe('by being told', () => {
  const tell = (
    type: string,
    object: object,
    { id = randomUUID(), by = secret, as: signed }: { id?: string; by?: string; as?: string } = {},
  ) => {
    const [grant_id = ''] = service.grants.keys()
    const body = JSON.stringify({ specversion: '1.0', type, id, data: { object: { grant_id, ...object } } })
    const signature = signed ?? createHmac('sha256', by).update(body).digest('hex')
    return api.send('POST', mailWebhookPath, {
      body,
      headers: { 'content-type': 'application/json', 'x-nylas-signature': signature },
    })
  }
  /** So that polling brings nothing. */
  const onlyByBeingTold = async () => {
    await look()
    await api.database.db.updateTable('mail_accounts').set({ next_at: '2999-01-01T00:00:00.000Z' }).execute()
  }

  test('the challenge of the service comes back, and nothing else does', async () => {
    const answer = await api.send<string>('GET', `${mailWebhookPath}?challenge=bc609b38-c81f-47fb`)
    expect([answer.status, answer.body]).toEqual([200, 'bc609b38-c81f-47fb'])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    for (const challenge of ['', '%3Cscript%3E', 'x'.repeat(300)])
      expect((await api.send('GET', `${mailWebhookPath}?challenge=${challenge}`)).status).toBe(400)
  })

  test('[SCREEN-2, SCH-1] messages and events arrive as they are told of', async () => {
    const event = await schedule()
    await onlyByBeingTold()
    mailbox().push(received({ id: 'told' }))
    expect((await tell('message.created', { id: 'told' })).status).toBe(200)
    await until(async () => (await inbox()).some(({ message_id }) => message_id === 'told@mill.example'))
    const [remote] = service.grantOf(email).events.values()
    service.grantOf(email).events.clear()
    await tell('event.deleted', { id: remote?.id, calendar_id: remote?.calendar_id })
    await untilAnswer(
      () => as('GET', one(event)),
      ({ status }) => status === 404,
    )
  })

  test.each([
    ['signed with another secret', { by: 'another' }],
    ['without a signature', { as: '' }],
    ['with half a signature', { as: 'abcd' }],
    ['with what is no signature', { as: 'z'.repeat(64) }],
  ])('[TRUST-26] a notice %s is refused, and nothing is looked at', async (_name, how) => {
    await onlyByBeingTold()
    const { length } = service.requests
    expect((await tell('message.created', { id: 'x' }, how)).status).toBe(401)
    expect(await api.database.db.selectFrom('mail_notices').selectAll().execute()).toEqual([])
    expect(service.requests).toHaveLength(length)
  })

  test('[TRUST-28] a notice that comes again, of an unknown kind, or about no account, is taken and does nothing', async () => {
    await onlyByBeingTold()
    mailbox().push(received({ id: 'told' }))
    service.requests.length = 0
    for (let count = 0; count < 3; count++)
      expect((await tell('message.created', { id: 'told' }, { id: 'same' })).status).toBe(200)
    for (const [type, object] of [
      ['message.opened', { id: 'told' }],
      ['thread.replied', { id: 'told' }],
      ['grant.created', {}],
      ['message.created', { id: 7 }],
      ['message.created', { id: 'told', grant_id: 'nobody' }],
      ['message.created', { id: '../../../grants/other' }],
    ] as const)
      expect([type, (await tell(type, object)).status]).toEqual([type, 200])
    await until(async () => (await inbox()).some(({ message_id }) => message_id === 'told@mill.example'))
    await tell('message.created', { id: 'last' })
    await until(() => service.requests.some((request) => request.endsWith('/messages/last')))
    expect(service.requests.filter((request) => request.endsWith('/messages/told'))).toHaveLength(1)
    const [grant = ''] = service.grants.keys()
    for (const request of service.requests) expect(request).toContain(`/v3/grants/${grant}/`)
  })

  test('[TRUST-28] what the service tells of and then does not give is looked for again within a minute', async () => {
    await onlyByBeingTold()
    mailbox().push(received({ id: 'told' }))
    service.answerNext('/messages/told', { status: 503 })
    await tell('message.created', { id: 'told' })
    const due = () => api.database.db.selectFrom('mail_accounts').select('next_at').executeTakeFirstOrThrow()
    const { next_at } = await untilAnswer(due, (account) => account.next_at < '2999')
    expect(Date.parse(next_at) - Date.now()).toBeLessThanOrEqual(60_000)
    await look()
    expect((await inbox()).map(({ message_id }) => message_id)).toContain('told@mill.example')
  })

  test('[TRUST-26] a grant that is told to have expired is looked after: it counts as expired only where it is', async () => {
    await onlyByBeingTold()
    const isExpired = async () =>
      (await api.database.db.selectFrom('mail_accounts').select('expired_at').executeTakeFirstOrThrow())
        .expired_at
    service.requests.length = 0
    await tell('grant.expired', { code: 25_009 })
    await until(() => service.requests.length > 0)
    await tell('message.created', { id: 'last' })
    await until(() => service.requests.some((request) => request.endsWith('/messages/last')))
    expect(await isExpired()).toBeNull()
    service.grantOf(email).status = 'invalid'
    await tell('grant.expired', { code: 25_009 })
    await until(async () => (await isExpired()) !== null)
  })

  test('[SCREEN-2] a notice may hold a whole message', async () => {
    const answer = await tell('message.created', { id: 'told', body: 'x'.repeat(500_000) })
    expect(answer.status).toBe(200)
  })

  test('[TRUST-24] what is too large, or no JSON, is refused or does nothing', async () => {
    const headers = { 'content-type': 'application/json', 'x-nylas-signature': '' }
    const large = await api.send('POST', mailWebhookPath, { body: `"${'x'.repeat(1_100_000)}"`, headers })
    expect(large.status).toBe(413)
    const body = '{"id":'
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const broken = await api.send('POST', mailWebhookPath, {
      body,
      headers: { ...headers, 'x-nylas-signature': signature },
    })
    expect(broken.status).toBe(200)
  })

  test('without the secret nothing that is told is believed', async () => {
    const other = await startApi(service.environment)
    try {
      const body = '{}'
      const signature = createHmac('sha256', '').update(body).digest('hex')
      const answer = await other.send('POST', mailWebhookPath, {
        body,
        headers: { 'content-type': 'application/json', 'x-nylas-signature': signature },
      })
      expect(answer.status).toBe(401)
      expect((await other.send('GET', `${mailWebhookPath}?challenge=x`)).status).toBe(200)
    } finally {
      await other.close()
    }
  })
})

import { randomUUID } from 'node:crypto'
import type { Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { eventPath, eventsPath } from '../../src/contract/mail'
import { startApi, type TestApi } from '../testing/api'
import { readCalendar } from '../testing/icalendar'
import { startMailServer, type MailServer } from '../testing/mailServer'
import { untilAnswer } from '../testing/until'

type Activity = Row<'activities'>
type Activities = ListAnswer<Activity>
type Mailbox = ListAnswer<Row<'messages'>>

const path = '/activities/api/activities/'
const noon = Date.parse('2027-03-01T12:00:00Z') / 1_000
const hour = 3_600

let api: TestApi
const tokens: Record<string, string> = {}
beforeAll(async () => {
  api = await startApi()
  for (const name of ['broker', 'customer', 'team', 'newcomer'])
    tokens[name] = (await api.signIn(name)).access
})
afterAll(() => api.close())

const as = <T = Activity & ErrorAnswer>(name: string, method: string, address: string, body?: unknown) =>
  api.send<T>(method, address, { token: tokens[name] ?? '', ...(body === undefined ? {} : { body }) })
const meeting = { title: 'Pricing call', description: '<p>Bring the usage file</p>', start: noon }
const create = async (body: object = {}, name = 'broker') =>
  (await as(name, 'POST', path, { ...meeting, ...body })).body
const titles = async (query: string, address = path) =>
  (await as<Activities>('broker', 'GET', `${address}?${query}`)).body.results.map(({ title }) => title)

const mailOf = async (name: string, from = api, token = tokens[name] ?? '') =>
  (await from.send<Mailbox>('GET', '/nylas/messages/?direction=received', { token })).body.results

test('[ACT-2, ACT-4] an activity is created, read, changed and deleted; an empty end equals start', async () => {
  const { status, body } = await as('broker', 'POST', path, { ...meeting, title: '  Pricing call ', end: '' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    title: 'Pricing call',
    description: meeting.description,
    description_text: meeting.description,
    start: noon,
    end: noon,
    participants: [],
    organization: null,
    deal: null,
    version: 1,
    created_by: 3,
  })
  const one = `${path}${body.id}`
  expect((await as('customer', 'GET', one)).body).toEqual(body)
  const changed = await as('broker', 'PUT', `${one}/`, { ...meeting, title: 'Moved', end: noon + hour })
  expect(changed.body).toMatchObject({ title: 'Moved', end: noon + hour, version: 2 })
  expect((await as('broker', 'PATCH', one, { start: noon + 60 })).body.start).toBe(noon + 60)
  expect((await as('broker', 'DELETE', one)).status).toBe(204)
  expect((await as('broker', 'GET', one)).status).toBe(404)
  const audit = await api.database.db
    .selectFrom('audit')
    .select('action')
    .where('resource', '=', 'activities')
    .where('record_id', '=', body.id)
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'delete'])
})

test('[K5] an activity takes whole days, one unless more are said, and can be found on each of them', async () => {
  const day = Date.parse('2026-11-03T00:00:00Z') / 1_000
  const whole = await create({ title: 'Fair', all_day: true, start: day })
  expect(whole).toMatchObject({ all_day: true, start: day, end: day + 86_400 })
  expect(await titles(`start=${day + 80_000}&end=${day + 90_000}`)).toEqual(['Fair'])
  const one = `${path}${whole.id}/`
  const longer = await as('broker', 'PATCH', one, { end: day + 3 * 86_400 })
  expect(longer.body).toMatchObject({ all_day: true, start: day, end: day + 3 * 86_400 })
  const timed = await as('broker', 'PATCH', one, { all_day: false, start: noon, end: noon })
  expect(timed.body).toMatchObject({ all_day: false, start: noon, end: noon })
  const again = await as('broker', 'PATCH', one, { all_day: true, start: day })
  expect(again.body).toMatchObject({ all_day: true, start: day, end: day + 86_400 })
})

test.each([
  [
    'whole days that begin at noon',
    { ...meeting, all_day: true, end: noon + 3_600 },
    {
      start: 'With all_day, send midnight UTC of a day.',
      end: 'With all_day, send midnight UTC of a day.',
    },
  ],
  [
    'an offset for a time zone',
    { ...meeting, time_zone: '+05:00' },
    { time_zone: 'Send the name of a time zone, such as America/Chicago.' },
  ],
  [
    'nothing',
    {},
    {
      title: 'This field is required.',
      start: 'This field is required.',
      description: 'This field is required.',
    },
  ],
  [
    'an end before the start',
    { ...meeting, end: noon - 1 },
    { end: 'Start date must greater than end date.' },
  ],
  ['a text for a moment', { ...meeting, start: 'noon' }, { start: 'Enter a number.' }],
  ['half a second', { ...meeting, start: 0.5 }, { start: 'Enter a whole number.' }],
  ['markup without text', { ...meeting, description: '<p></p>' }, { description: 'This field is required.' }],
  [
    'a person without an email',
    { ...meeting, participants: ['Ann'] },
    { participants: 'You should provide a valid email.' },
  ],
  [
    'an id that is nobody',
    { ...meeting, participants: [4_711] },
    { participants: 'Choose an entry of the list.' },
  ],
  [
    'a calendar of nobody',
    { ...meeting, calendar_id: 'x' },
    { calendar_id: 'Choose one of your calendars.' },
  ],
])('[ACT-2, API-4] %s is refused', async (_name, body, fields) => {
  for (const address of [path, eventPath]) {
    const answer = await as('broker', 'POST', address, body)
    expect([answer.status, answer.body.fields]).toEqual([400, inWordsOf(address, fields)])
  }
})

/** The scheduler has its own texts for missing values (SCH-1). */
const inWordsOf = (address: string, fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      address === eventPath && text === 'This field is required.'
        ? 'Please enter all fields required.'
        : text,
    ]),
  )

test('[ACT-2] a change that would end before it starts is refused as a whole', async () => {
  const { id, version } = await create({ end: noon + hour })
  const answer = await as('broker', 'PATCH', `${path}${id}/`, { title: 'Later', start: noon + 2 * hour })
  expect([answer.status, answer.body.fields]).toEqual([
    400,
    { end: 'Start date must greater than end date.' },
  ])
  expect((await as('broker', 'GET', `${path}${id}/`)).body).toMatchObject({ title: meeting.title, version })
})

test('[ACT-2] what had no end of its own goes on ending where it starts', async () => {
  const { id } = await create({})
  const moved = await as('broker', 'PUT', `${path}${id}/`, { ...meeting, start: noon + hour })
  expect([moved.status, moved.body.start, moved.body.end]).toEqual([200, noon + hour, noon + hour])
  const ended = await as('broker', 'PATCH', `${path}${id}/`, { end: noon + 2 * hour })
  expect(ended.body.end).toBe(noon + 2 * hour)
})

test('[ACT-2] an end that is sent is kept, also where it is the start of before', async () => {
  const { id } = await create({})
  const one = `${path}${id}/`
  const late = await as('broker', 'PATCH', one, { start: noon + hour, end: noon })
  expect([late.status, late.body.fields]).toEqual([400, { end: 'Start date must greater than end date.' }])
  const early = await as('broker', 'PATCH', one, { start: noon - hour, end: noon })
  expect([early.body.start, early.body.end]).toEqual([noon - hour, noon])
  for (const end of ['', null]) {
    const open = await as('broker', 'PATCH', one, { start: noon + hour, end })
    expect([open.body.start, open.body.end]).toEqual([noon + hour, noon + hour])
  }
})

test('[ACT-2, API-1] moments beyond 2038 and before 1970 are kept', async () => {
  for (const start of [4_102_444_800, -86_400]) expect((await create({ start })).start).toBe(start)
})

test('[ACT-4] lists what overlaps a window, of which the end does not count', async () => {
  const day = Date.parse('2031-06-01T00:00:00Z') / 1_000
  const at = (title: string, start: number, end: number) =>
    create({ title, start: day + start, end: day + end })
  await at('before', 0, 10)
  await at('into', 5, 15)
  await at('within', 12, 14)
  await at('point at the start', 10, 10)
  await at('around', 0, 30)
  await at('out of', 15, 25)
  await at('point at the end', 20, 20)
  await at('after', 20, 30)
  const inside = ['around', 'into', 'out of', 'point at the start', 'within']
  for (const address of [path, eventsPath]) {
    const found = await titles(`start=${day + 10}&end=${day + 20}`, address)
    expect([...found].sort()).toEqual(inside)
  }
  expect(await titles(`start=${day + 20}&end=${day + 1_000}`)).toEqual([
    'around',
    'out of',
    'point at the end',
    'after',
  ])
  expect(await titles(`start=${day + 26}&q=around`)).toEqual(['around'])
  expect(await titles(`end=${day}&q=around`)).toEqual([])
})

test.each([
  'start=noon',
  'end=1.5',
  'start=1e99',
  'start=1&start=2',
  'calendar_id=%00',
  'deal=x',
  'ordering=x',
])('[ACT-4, TRUST-12] a list with %s is refused', async (query) => {
  for (const address of [path, eventsPath]) {
    const { status, body } = await as('broker', 'GET', `${address}?${query}`)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [query.split('=')[0]]])
  }
})

test('[ACT-3, CON-10] lists what people take part in, by exact email whatever its case', async () => {
  await create({ title: 'With Ann', participants: ['Ann_1@Mill.example', 'bo@mill.example'] })
  await create({ title: 'With Cy', participants: [{ email: 'cy@mill.example', id: null }] })
  expect(await titles('participant=ann_1@mill.EXAMPLE')).toEqual(['With Ann'])
  expect(await titles('participant=cy@mill.example,%20BO@mill.example&ordering=title')).toEqual([
    'With Ann',
    'With Cy',
  ])
  for (const other of ['ann@mill.example', 'annx1@mill.example', 'nn_1@mill.example', '%25', 'mill.example'])
    expect(await titles(`participant=${other}`)).toEqual([])
  expect((await as('broker', 'GET', `${path}?participant=${'a@b.example,'.repeat(60)}`)).status).toBe(400)
})

test('[ACT-3, CON-10] lists what people have made among what they take part in', async () => {
  await create({ title: 'Made for others', participants: ['di@mill.example'] }, 'team')
  const own = async (email: string) => titles(`participant=${email}&q=Made%20for%20others`)
  expect(await own('TEAM@citygate.example')).toEqual(['Made for others'])
  expect(await own('nobody@mill.example,team@citygate.example')).toEqual(['Made for others'])
  expect(await own('broker@citygate.example')).toEqual([])
})

test('[ACT-3] participants are completed from users and contacts, each email once', async () => {
  const { body: contact } = await as<{ contact_id: number }>('broker', 'POST', '/api/mpg/contacts/', {
    title: 'ms',
    first_name: 'Dana',
    last_name: 'Whitlock',
    personal_email: 'Dana@mill.example',
  })
  const id = 1_000_000_000 + contact.contact_id
  const dana = { id, email: 'Dana@mill.example', first_name: 'Dana', last_name: 'Whitlock' }
  const customer = { id: 1, email: 'customer@citygate.example', first_name: 'Casey', last_name: 'Lindgren' }
  const { participants } = await create({
    participants: [
      'CUSTOMER@citygate.example',
      { email: 'dana@MILL.example', id: 99, first_name: 'Wrong' },
      id,
      'new@mill.example',
      { email: 'new@mill.example', id: 4_711, first_name: 'Nell', last_name: 'New' },
      null,
    ],
  })
  expect(participants).toEqual([
    customer,
    dana,
    { id: null, email: 'new@mill.example', first_name: 'Nell', last_name: 'New' },
  ])
})

test('[ACT-3] the calendar is the default one of its author, and stays when another user edits', async () => {
  const { calendar_id: own, id } = await create({ participants: [1] })
  expect(own).toBe('broker-calendar')
  const edited = await as('customer', 'PATCH', `${path}${id}/`, { title: 'Edited', calendar_id: own })
  expect([edited.status, edited.body.calendar_id]).toEqual([200, own])
  await api.database.db
    .insertInto('calendars')
    .values([
      { id: 'of-customer', owner: 1, name: 'Calendar', is_default: true },
      { id: 'of-broker', owner: 3, name: 'Meetings', is_default: false },
    ])
    .execute()
  const moved = await as('broker', 'PATCH', `${path}${id}/`, { calendar_id: 'of-broker' })
  expect(moved.body.calendar_id).toBe('of-broker')
  const taken = await as('broker', 'PATCH', `${path}${id}/`, { calendar_id: 'of-customer' })
  expect([taken.status, taken.body.fields]).toEqual([400, { calendar_id: 'Choose one of your calendars.' }])
  expect((await create({}, 'newcomer')).calendar_id).toBeNull()
  expect(await titles('calendar_id=of-broker')).toEqual(['Edited'])
})

test('[ACT-4] creator, participants and team may change and delete; others are refused with 409', async () => {
  const { id } = await create({ participants: ['Customer@citygate.example'] })
  const one = `${path}${id}/`
  for (const [method, body] of [['PUT', meeting], ['PATCH', { title: 'Mine' }], ['DELETE']] as const) {
    const answer = await as('newcomer', method, one, body)
    expect([method, answer.status, answer.body.code]).toEqual([method, 409, 'refused'])
  }
  for (const name of ['customer', 'team', 'broker'])
    expect((await as(name, 'PATCH', one, { title: `By ${name}` })).body.title).toBe(`By ${name}`)
  expect((await as('team', 'DELETE', one)).status).toBe(204)
})

test("[ACT-4] an email that only looks like a participant's gives no right", async () => {
  // The Kelvin sign, which becomes a Latin k when all letters are lower-cased.
  const { id } = await create({ participants: ['bro\u212Aer@citygate.example'] }, 'team')
  const answer = await as('broker', 'PATCH', `${path}${id}/`, { title: 'Mine' })
  expect([answer.status, answer.body.code]).toEqual([409, 'refused'])
})

test('[SCH-1] what the scheduler sends is an activity like any other', async () => {
  const { body: deal } = await as<{ opportunity_id: number }>('broker', 'POST', '/api/mpg/opportunities/', {
    opportunity_name: 'Larkfield Mill',
  })
  const sent = {
    title: 'Site visit',
    description_text: '<p>At the gate</p>',
    start: noon,
    end: noon + hour,
    calendar_id: 'broker-calendar',
    participants: [{ email: 'customer@citygate.example', id: 1 }],
    deal: deal.opportunity_id,
  }
  await api.database.db
    .insertInto('calendars')
    .values({ id: 'broker-calendar', owner: 3, name: 'Calendar', is_default: true })
    .onConflict((conflict) => conflict.columns(['owner', 'id']).doNothing())
    .execute()
  const { status, body } = await as('broker', 'POST', `${eventPath}?expand=deal,created_by`, sent)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    description: '<p>At the gate</p>',
    deal: { opportunity_name: 'Larkfield Mill' },
    created_by: { username: 'broker' },
  })
  const plain = (await as('broker', 'GET', `${path}${body.id}/`)).body
  expect((await as<Activities>('broker', 'GET', `${eventsPath}?deal=${deal.opportunity_id}`)).body).toEqual({
    count: 1,
    results: [plain],
  })
  expect((await as('broker', 'POST', '/nylas/event', { ...sent, deal: null })).status).toBe(201)
  const absent = await as('broker', 'POST', eventPath, { ...sent, deal: 99_999 })
  expect([absent.status, Object.keys(absent.body.fields ?? {})]).toEqual([404, ['deal']])
})

test('[ACT-4, API-2] found by title, text and people; ordered by title', async () => {
  await create({
    title: 'Zulu Überblick',
    description: '<p>heat rate</p>',
    participants: ['eve@mill.example'],
  })
  await create({ title: 'alpha überblick' })
  expect(await titles('q=UBERBLICK&ordering=title')).toEqual(['alpha überblick', 'Zulu Überblick'])
  expect(await titles('q=heat%20rate')).toEqual(['Zulu Überblick'])
  expect(await titles('q=eve@mill')).toEqual(['Zulu Überblick'])
  expect(await titles('q=%3Cp%3E')).toEqual([])
})

describe('invitations', () => {
  test('[K5] tell times by the clock of whose event it is, and whole days as days, whichever way they go out', async () => {
    const told = async (address: string, body: object) => {
      const title = `Clock ${randomUUID()}`
      const made = await as('broker', 'POST', address, {
        ...meeting,
        title,
        participants: ['customer@citygate.example'],
        ...body,
      })
      expect(made.status).toBe(201)
      const [mail] = await untilAnswer(
        () => mailOf('customer'),
        ([newest]) => newest?.subject === `Invitation: ${title}`,
      )
      return /<p>([^<]*202\d[^<]*)<\/p>/.exec(mail?.text ?? '')?.[1]
    }
    const start = Date.parse('2026-12-03T22:30:00Z') / 1_000
    const time = { start, end: start + hour }
    const zone = { ...time, time_zone: 'America/New_York' }
    const text = 'Thursday, December 3, 2026 at 5:30 – 6:30 PM EST'
    expect([await told(path, zone), await told(eventPath, zone)]).toEqual([text, text])
    const day = Date.parse('2026-11-03T00:00:00Z') / 1_000
    expect(await told(path, { all_day: true, start: day, time_zone: 'Asia/Tokyo' })).toBe(
      'Tuesday, November 3, 2026, all day',
    )

    // Where the browser's is not sent, the zone of the organizer's working hours counts.
    const { body: me } = await as<{ profile: number }>('broker', 'GET', '/api/users/me/')
    const hours = (time_zone: string) =>
      as('broker', 'PATCH', `/api/profile/${me.profile}/`, {
        working_hours: { time_zone, days: Array<null>(7).fill(null) },
      })
    expect((await hours('America/Denver')).status).toBe(200)
    expect(await told(eventPath, time)).toBe('Thursday, December 3, 2026 at 3:30 – 4:30 PM MST')
    await hours('America/Chicago')
  })

  test('[SCH-1] who takes part learns of it, of changes that matter and of its end', async () => {
    const subjects = async (name: string) => (await mailOf(name)).map(({ subject }) => subject)
    const title = 'Storage review'
    const { id } = await create({ title, participants: [1, 3, 'ann@mill.example'] })
    const [invited] = await untilAnswer(
      () => mailOf('customer'),
      ([mail]) => mail?.subject === `Invitation: ${title}`,
    )
    expect(invited).toMatchObject({ from: [{ id: 3 }], is_read: false })
    expect(invited?.to.map(({ email }) => email)).toEqual(['customer@citygate.example', 'ann@mill.example'])
    expect(invited?.text).toContain('Robin Tavares invites you to <strong>Storage review</strong>')
    expect(invited?.text).toContain('Monday, March 1, 2027 at 6:00 AM CST')

    await as('customer', 'PATCH', `${path}${id}/`, {
      start: noon + 60,
      end: noon + hour,
      participants: [1, 2],
    })
    await untilAnswer(
      () => subjects('team'),
      ([subject]) => subject === `Invitation: ${title}`,
    )
    await untilAnswer(
      () => subjects('broker'),
      ([subject]) => subject === `Updated: ${title}`,
    )

    await as('broker', 'PATCH', `${path}${id}/`, { description: 'Only the text' })
    await as('broker', 'DELETE', `${path}${id}/`)
    await untilAnswer(
      () => subjects('team'),
      ([subject]) => subject === `Cancelled: ${title}`,
    )
    const found = (await subjects('customer')).filter((subject) => subject.endsWith(title))
    expect(found).toEqual([`Cancelled: ${title}`, `Invitation: ${title}`])
  })

  test('[SCH-1, TRUST-27] they are told what each change made of it, and in that order, whatever follows meanwhile', async () => {
    const { invitations } = api.app.mail.provider
    if (!invitations) throw new Error('The built-in provider tells by itself.')
    const { created } = invitations
    let goOn: () => void = () => undefined
    const isGone = new Promise<void>((resolve) => (goOn = resolve))
    jest.spyOn(invitations, 'created').mockImplementationOnce(async (...event) => {
      await isGone
      return created(...event)
    })
    const { id } = await create({ title: 'Overrun', participants: [1] })
    await as('broker', 'PATCH', `${path}${id}/?expand=created_by`, { title: 'Overrun, moved' })
    await as('team', 'PATCH', `${path}${id}/`, { participants: [] })
    await as('broker', 'DELETE', `${path}${id}/`)
    goOn()
    const mails = await untilAnswer(
      async () => (await mailOf('customer')).filter(({ subject }) => subject.includes('Overrun')),
      ({ length }) => length === 3,
    )
    expect(mails.sort((a, b) => a.id - b.id).map(({ subject, from }) => [subject, from[0]?.id])).toEqual([
      ['Invitation: Overrun', 3],
      ['Updated: Overrun, moved', 3],
      ['Cancelled: Overrun, moved', 2],
    ])
  })

  test('[SCH-1] without an account, no message is sent', async () => {
    const { id } = await create({ title: 'Quiet', participants: [1] }, 'newcomer')
    await as('newcomer', 'DELETE', `${path}${id}/`)
    await create({ title: 'Loud', participants: [1] })
    const mails = await untilAnswer(
      () => mailOf('customer'),
      ([mail]) => mail?.subject === 'Invitation: Loud',
    )
    expect(mails.filter(({ subject }) => subject.endsWith('Quiet'))).toEqual([])
  })

  describe('with a mail server', () => {
    let server: MailServer
    let other: TestApi
    beforeAll(async () => {
      server = await startMailServer()
      other = await startApi({ SMTP_URL: server.url })
    })
    afterAll(async () => {
      await other.close()
      await server.close()
    })
    const invite = (participants: string[]) =>
      other.asBroker<Activity>('POST', eventPath, { ...meeting, participants })

    test('[SCH-1] the invitation carries a calendar file', async () => {
      expect((await invite(['ann@mill.example'])).status).toBe(201)
      const [mail] = await untilAnswer(
        async () => server.taken,
        ({ length }) => length > 0,
      )
      expect(mail?.to).toEqual(['ann@mill.example'])
      expect(mail?.content).toContain('method=REQUEST')
    })

    test('[SCH-1, FEED-4] a participant who is removed gets a cancellation that names no other participant', async () => {
      const { body } = await invite(['bo@mill.example', 'cy@mill.example'])
      await other.asBroker('PATCH', `${path}${body.id}/`, { participants: ['cy@mill.example'] })
      const mail = await untilAnswer(
        () => server.taken.find(({ content }) => content.includes('method=CANCEL')),
        (found) => found !== undefined,
      )
      expect(mail?.to).toEqual(['bo@mill.example'])
      const [, headers = '', text = ''] =
        /(method=CANCEL.*?)\r\n\r\n(.*?)\r\n--/s.exec(mail?.content ?? '') ?? []
      const file = Buffer.from(text, headers.includes('base64') ? 'base64' : 'utf8').toString()
      expect(readCalendar(file)).toMatchObject({
        method: 'CANCEL',
        events: [{ attendees: ['mailto:bo@mill.example'] }],
      })
    })

    test('[SCH-1] an invitation that the mail server refuses undoes nothing', async () => {
      const { status, body } = await invite([`ann@${server.refusedDomain}`])
      expect(status).toBe(201)
      expect((await other.asBroker('GET', `${path}${body.id}/`)).status).toBe(200)
    })
  })
})

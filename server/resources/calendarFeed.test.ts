import { contract, type Row } from '../../src/contract'
import {
  feedPath,
  ownFeedPath,
  type CalendarFeed,
  type MadeCalendarFeed,
} from '../../src/contract/calendarFeed'
import { eventPath, eventsPath } from '../../src/contract/mail'
import type { ListAnswer } from '../../src/contract/answers'
import { startApi, type TestApi } from '../testing/api'
import { putAccount } from '../testing/gas'
import { readCalendar, type ReadCalendar } from '../testing/icalendar'
import { recordMaker } from '../testing/records'
import { captureLog } from '../testing/log'
import { startMailServer, type MailServer, type ReceivedMail } from '../testing/mailServer'
import { untilAnswer } from '../testing/until'

type Activity = Row<'activities'>

let mail: MailServer
let api: TestApi
let tokens: Record<string, string>
beforeEach(async () => {
  mail = await startMailServer()
  api = await startApi({ SMTP_URL: mail.url })
  tokens = {}
  for (const name of ['broker', 'customer', 'team']) tokens[name] = (await api.signIn(name)).access
})
afterEach(async () => {
  await api.close()
  await mail.close()
})

const as = <T>(name: string, method: string, address: string, body?: unknown) =>
  api.send<T>(method, address, { token: tokens[name] ?? '', ...(body === undefined ? {} : { body }) })
const make = async (name = 'broker') => (await as<MadeCalendarFeed>(name, 'PUT', ownFeedPath)).body
const pathOf = ({ secret_address }: { secret_address: string }) => new URL(secret_address).pathname
const read = (made: { secret_address: string }, headers: Record<string, string> = {}) =>
  api.send<string>('GET', pathOf(made), { headers })
const feed = async (made: { secret_address: string }): Promise<ReadCalendar> =>
  readCalendar((await read(made)).body)

const soon = Math.floor(Date.now() / 86_400_000 + 2) * 86_400 + 15 * 3_600
const meeting = { title: 'Pricing call', description: '<p>Bring the usage file</p>', start: soon }
const schedule = async (body: object = {}, name = 'broker') =>
  (await as<Activity>(name, 'POST', eventPath, { ...meeting, end: soon + 1_800, ...body })).body

/** The calendar file of the newest message whose subject starts with a text; without one, of the newest message. */
async function invitationIn(subject = ''): Promise<ReadCalendar> {
  const isIt = ({ content }: ReceivedMail) => content.includes(`Subject: ${subject}`)
  const taken = await untilAnswer(
    () => mail.taken,
    (all) => all.some(isIt),
  )
  const part =
    taken.findLast(isIt)?.content.split('Content-Type: application/ics')[1]?.split('\r\n--')[0] ?? ''
  const [head = '', body = ''] = part.split('\r\n\r\n', 2)
  expect(head).toContain('Content-Transfer-Encoding: base64')
  return readCalendar(Buffer.from(body, 'base64').toString())
}

test('[K5] a feed has whole days as days, whatever the zone of its reader', async () => {
  const start = Math.floor(soon / 86_400) * 86_400
  await schedule({ title: 'Fair', all_day: true, start, end: start + 2 * 86_400 })
  const { body } = await read(await make())
  const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10).replaceAll('-', '')
  expect(body).toContain(
    `DTSTART;VALUE=DATE:${day(start)}\r\nDTEND;VALUE=DATE:${day(start + 2 * 86_400)}\r\n`,
  )
})

describe('a feed’s address', () => {
  test('[FEED-1] is shown once, kept as a hash, and made anew or revoked at once', async () => {
    expect((await as<CalendarFeed>('broker', 'GET', ownFeedPath)).body).toEqual({ created_at: null })
    const first = await make()
    expect(first.secret_address).toMatch(new RegExp(`^${api.url}/api/calendar/[\\w-]{43}\\.ics$`))
    expect((await as<CalendarFeed>('broker', 'GET', ownFeedPath)).body).toEqual({
      created_at: first.created_at,
    })
    const secret = first.secret_address.split('/').at(-1)?.replace('.ics', '') ?? ''
    const rows = await api.database.db.selectFrom('calendar_feeds').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect((await read(first)).status).toBe(200)

    const second = await make()
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
    expect((await as('broker', 'DELETE', ownFeedPath)).status).toBe(204)
    expect((await read(second)).status).toBe(404)
    expect((await as<CalendarFeed>('broker', 'GET', ownFeedPath)).body).toEqual({ created_at: null })

    const audit = await api.database.db
      .selectFrom('audit')
      .selectAll()
      .where('action', 'like', 'calendar feed%')
      .orderBy('id')
      .execute()
    expect(audit.map(({ action, record_id }) => [action, record_id])).toEqual([
      ['calendar feed made', 3],
      ['calendar feed made', 3],
      ['calendar feed revoked', 3],
    ])
    expect(JSON.stringify(audit)).not.toContain(secret)
  })

  test('[FEED-1, TRUST-50] that is wrong gets one answer, and so does that of a user who may not sign in', async () => {
    const made = await make()
    const wrong = await api.send('GET', feedPath('A'.repeat(43)))
    expect([wrong.status, wrong.body.detail]).toEqual([404, 'Calendar not found.'])
    for (const file of ['1', 'x.ics', `${'A'.repeat(44)}.ics`, "' or 1=1 --.ics"])
      expect((await api.send('GET', `/api/calendar/${encodeURIComponent(file)}`)).body.detail).toBe(
        wrong.body.detail,
      )
    const user = await as<Row<'users'>>('team', 'PATCH', '/api/users/3/', { status: 'deactivated' })
    expect(user.status).toBe(200)
    const closed = await read(made)
    expect([closed.status, JSON.parse(JSON.stringify(closed.body))]).toEqual([
      404,
      expect.objectContaining({ detail: wrong.body.detail }),
    ])
  })

  test('[FEED-1, TRUST-8] is in no log, whatever the method and the spelling', async () => {
    const made = await make()
    const secret = pathOf(made).split('/').at(-1) ?? ''
    const { lines, stop } = captureLog()
    const loud = await startApi({ LOG_LEVEL: 'trace' })
    try {
      for (const address of [
        `/api/calendar/${secret}`,
        `/api/%63alendar/${secret}/`,
        `/api/calendar/${secret}?a=b`,
      ])
        for (const method of ['GET', 'HEAD', 'POST', 'PROPFIND', 'OPTIONS']) await loud.send(method, address)
    } finally {
      await loud.close()
      stop()
    }
    expect(lines.join('')).toContain('/api/calendar/:file')
    expect(lines.join('')).not.toContain(secret.slice(0, 43))
  })
})

describe('a feed', () => {
  test('[FEED-2] holds what its user has created or takes part in, and nothing else', async () => {
    await schedule({ title: 'Mine', participants: ['ann@mill.example'] })
    await schedule({ title: 'With me', participants: ['BROKER@citygate.example'] }, 'team')
    await schedule({ title: 'Mine, too', participants: ['broker@citygate.example'] })
    await schedule({ title: 'Not mine', participants: ['xbroker@citygate.example'] }, 'team')
    const { method, name, refresh, events } = await feed(await make())
    expect([method, name, refresh]).toEqual([null, 'Citygate: Robin Tavares', 'PT15M'])
    expect(events.map(({ summary }) => summary).sort()).toEqual(['Mine', 'Mine, too', 'With me'])
    expect((await read(await make())).headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    await schedule({ title: 'By my mailbox', participants: ['robin@mailbox.example'] }, 'team')
    const { db } = api.database
    await db
      .updateTable('profiles')
      .set({ mail_address: 'Robin@mailbox.example' })
      .where('id', 'in', db.selectFrom('users').select('profile').where('username', '=', 'broker'))
      .execute()
    expect((await feed(await make())).events.map(({ summary }) => summary)).toContain('By my mailbox')
  })

  test('[FEED-2] reaches a year back, and holds the nearest thousand of what is over and of what is to come', async () => {
    const day = 86_400
    await schedule({ title: 'Long ago', start: soon - 400 * day, end: soon - 400 * day })
    await schedule({ title: 'In the year', start: soon - 300 * day, end: soon - 300 * day })
    const [row] = await api.database.db
      .selectFrom('activities')
      .selectAll()
      .where('title', '=', 'In the year')
      .execute()
    if (!row) throw new Error('It is not there.')
    const { id, ...columns } = row
    const many = (from: number, firstId: number) =>
      Array.from({ length: 1_001 }, (_, index) => ({
        ...columns,
        id: firstId + index,
        title: `At ${from + index * 60}`,
        start: from + index * 60,
        end: from + index * 60,
      }))
    for (const [index, from] of [soon - 30 * day, soon + 30 * day].entries())
      for (let rows = many(from, id + 1 + index * 1_001); rows.length > 0; rows = rows.slice(50))
        await api.database.db.insertInto('activities').values(rows.slice(0, 50)).execute()
    const { events } = await feed(await make())
    expect(events).toHaveLength(2_000)
    const titles = events.map(({ summary }) => summary)
    expect([titles[0], titles.at(-1)]).toEqual([
      `At ${soon - 30 * day + 60}`,
      `At ${soon + 30 * day + 999 * 60}`,
    ])
    expect(titles).not.toContain('Long ago')
  })

  test('[FEED-2] keeps its ETag until something in it changes', async () => {
    const made = await make('customer')
    const { id } = await schedule({ participants: ['customer@citygate.example'] })
    const first = await read(made)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const same = await read(made, { 'if-none-match': tag })
      expect([same.status, same.body]).toEqual([304, ''])
    }
    await as('broker', 'PATCH', `/activities/api/activities/${id}/`, { title: 'Renamed' })
    const second = await read(made, { 'if-none-match': etag })
    expect(second.status).toBe(200)
    expect(readCalendar(second.body).events.map(({ summary }) => summary)).toEqual(['Renamed'])
    // The feed names the organizer, too.
    await as('broker', 'PATCH', '/api/users/3/', { first_name: 'Bo' })
    expect((await read(made, { 'if-none-match': second.headers.get('etag') ?? '' })).status).toBe(200)
  })

  test('[FEED-2] and the invitation are one event, which changes and goes with the meeting', async () => {
    const made = await make('customer')
    const { id, end } = await schedule({ participants: ['customer@citygate.example'] })
    const address = `/activities/api/activities/${id}/`
    const [event] = (await feed(made)).events
    const invited = await invitationIn('Invitation')
    expect(invited.method).toBe('REQUEST')
    expect(invited.events).toEqual([{ ...event, stamp: expect.any(String) as string }])
    expect(event).toMatchObject({
      sequence: 1,
      status: 'CONFIRMED',
      organizer: 'mailto:broker@citygate.example',
      attendees: ['mailto:customer@citygate.example'],
    })
    const { body } = await as<Activity>('broker', 'PATCH', address, { start: soon - 3_600 })
    const [moved] = (await feed(made)).events
    expect(moved).toMatchObject({ uid: event?.uid, sequence: 2, start: new Date((soon - 3_600) * 1_000) })
    expect(moved?.end).toEqual(new Date((end ?? 0) * 1_000))
    expect(moved?.stamp).toBe(body.modified_at?.replace(/\.\d+/, ''))
    expect((await invitationIn('Updated')).events).toEqual([
      { ...moved, stamp: expect.any(String) as string },
    ])
    await as('broker', 'DELETE', address)
    expect((await feed(made)).events).toEqual([])
    const cancelled = await invitationIn('Cancelled')
    expect([cancelled.method, cancelled.events[0]?.uid, cancelled.events[0]?.status]).toEqual([
      'CANCEL',
      event?.uid,
      'CANCELLED',
    ])
  })

  test('[FEED-3] stands at the right hour far apart and across a change to summer time, as in mail and API', async () => {
    const made = await make('customer')
    // Nine in the morning in Los Angeles, the day before and the day after clocks go forward there; in Auckland and
    // Tongatapu it is another day.
    const mornings = ['2027-03-13T09:00:00-08:00', '2027-03-15T09:00:00-07:00']
    const hours = (moment: Date | number, zone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
        moment,
      )
    for (const [index, morning] of mornings.entries())
      await schedule({
        title: `Morning ${index}`,
        start: Date.parse(morning) / 1_000,
        end: Date.parse(morning) / 1_000 + 3_600,
        participants: ['customer@citygate.example'],
      })
    const { results } = (
      await as<ListAnswer<Activity>>('customer', 'GET', `${eventsPath}?q=morning&ordering=start`)
    ).body
    const seen = (starts: (Date | number)[], zone: string) => starts.map((start) => hours(start, zone))
    const inFeed = (await feed(made)).events.map(({ start }) => start)
    const inApi = results.map(({ start }) => start * 1_000)
    const inMail = await Promise.all(
      mornings.map(
        async (_, index) => (await invitationIn(`Invitation: Morning ${index}`)).events[0]?.start ?? 0,
      ),
    )
    for (const starts of [inFeed, inApi, inMail]) {
      expect(seen(starts, 'America/Los_Angeles')).toEqual(['13/03/2027, 09:00', '15/03/2027, 09:00'])
      expect(seen(starts, 'Pacific/Tongatapu')).toEqual(['14/03/2027, 06:00', '16/03/2027, 05:00'])
    }
  })

  test('[FEED-3] a whole day stays that day from midnight to midnight, and what has no duration has none', async () => {
    const made = await make()
    const midnight = Date.parse('2027-11-07T00:00:00-07:00') / 1_000
    // The day on which clocks go back has 25 hours.
    await schedule({ title: 'All day', start: midnight, end: midnight + 25 * 3_600 })
    await schedule({ title: 'At once', start: midnight, end: midnight })
    const found = Object.fromEntries(
      (await feed(made)).events.map(({ summary, start, end }) => [summary, [start.getTime(), end.getTime()]]),
    )
    expect(found).toEqual({
      'All day': [midnight * 1_000, Date.parse('2027-11-08T00:00:00-08:00')],
      'At once': [midnight * 1_000, midnight * 1_000],
    })
  })

  test('[FEED-4] text comes through whatever is in it, in the feed and in the mail', async () => {
    const title = `Gas, power; "swing" \\ 10% 🔥 ${'é'.repeat(80)} Ende:VEVENT`
    const paragraph = 'A, b; c\\n and 👩‍👩‍👧 '.repeat(20).trim()
    const made = await make()
    await schedule({
      title,
      description: `<p>First &amp; last</p><p>${paragraph}</p><ul><li>One<br />two</li><li>BEGIN:VALARM</li></ul>`,
      participants: [{ id: null, email: 'ann@mill.example', first_name: 'Ann "A";:,', last_name: '🔥' }],
    })
    const event = { summary: title, description: `First & last\n${paragraph}\nOne\ntwo\nBEGIN:VALARM` }
    expect((await feed(made)).events).toEqual([expect.objectContaining(event)])
    expect((await invitationIn()).events).toEqual([expect.objectContaining(event)])
  })
})

test('[CTR-8, FEED-1] a feed has the days of notice of the contracts that its user looks after', async () => {
  const makers = recordMaker(api)
  const { organization_id, name } = await makers('organizations')
  const { supplier_id } = await makers('suppliers')
  const { opportunity_id } = await makers('opportunities', { sales_represented: 'customer' })
  const year = new Date().getUTCFullYear() + 1
  const terms = {
    organization: organization_id,
    supplier: supplier_id,
    start_date: `${year}-01-01`,
    term: 12,
    notice_days: 60,
    notice_open_days: 180,
  }
  const { contracts } = contract
  const sign = async (made: Row<'contracts'>) => {
    await putAccount(makers, made)
    return as<Row<'contracts'>>('broker', 'POST', `${contracts.path}${made.contract_id}/sign/`, {
      signed_on: '2026-01-05',
    })
  }
  const sold = await makers('contracts', {
    ...terms,
    contract_number: 'Alder 1',
    opportunity: opportunity_id,
  })
  const [customers, brokers] = [await make('customer'), await make('broker')]
  expect((await feed(customers)).events).toEqual([])
  const { body } = await sign(sold)
  await sign(await makers('contracts', { ...terms, contract_number: 'Brackwater 2' }))
  const { events } = await feed(customers)
  expect(events.map(({ summary, start }) => [summary, start.toISOString().slice(0, 10)])).toEqual([
    [`Notice opens: ${name}, contract Alder 1`, body.notice_opens],
    [`Last day of notice: ${name}, contract Alder 1`, body.notice_by],
  ])
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(2)
  expect((await feed(brokers)).events).toHaveLength(4)
  const etag = (await read(customers)).headers.get('etag') ?? ''
  expect((await read(customers, { 'if-none-match': etag })).status).toBe(304)
  await as('broker', 'POST', `${contracts.path}${sold.contract_id}/terminate/`, {
    terminated_on: body.end_date,
    reason: 'Closed',
  })
  expect((await read(customers, { 'if-none-match': etag })).status).toBe(200)
  expect((await feed(customers)).events).toEqual([])
})

import type { Row } from '../../src/contract'
import type { WeekHours } from '../../src/contract/weekHours'
import { startApi, type TestApi } from '../testing/api'

let api: TestApi
let path = ''
beforeAll(async () => {
  api = await startApi()
  const { body } = await api.asBroker<Row<'users'>>('GET', '/api/users/me/')
  path = `/api/profile/${body.profile}/`
})
afterAll(() => api.close())

const keep = (working_hours: unknown) => api.asBroker<Row<'profiles'>>('PATCH', path, { working_hours })
const day = { start: '08:30', end: '17:00' }
const days: WeekHours['days'] = [day, day, day, day, { start: '00:00', end: '23:59' }, null, null]
const time_zone = 'America/Chicago'

describe('working hours', () => {
  test('[SCREEN-1] are kept on the own profile and read with it, and can be taken away', async () => {
    const answer = await keep({ time_zone, days })
    expect([answer.status, answer.body.working_hours]).toEqual([200, { time_zone, days }])
    const read = await api.asBroker<{ profile: Row<'profiles'> }>('GET', '/api/users/me/?expand=profile')
    expect(read.body.profile.working_hours).toEqual({ time_zone, days })
    const off = { time_zone: 'Asia/Tokyo', days: Array<null>(7).fill(null) }
    expect((await keep(off)).body.working_hours).toEqual(off)
    expect((await keep(null)).body.working_hours).toBeNull()
  })

  test('[SCREEN-1] stay as they are with a change of something else', async () => {
    await keep({ time_zone, days })
    const answer = await api.asBroker<Row<'profiles'>>('PATCH', path, {})
    expect([answer.status, answer.body.working_hours]).toEqual([200, { time_zone, days }])
  })

  const zone = 'Send the name of a time zone, such as America/Chicago.'
  const week = 'Send hours for each day from Monday to Sunday.'
  const first = (hours: unknown) => ({ time_zone, days: [hours, ...days.slice(1)] })
  test.each<[string, unknown, string]>([
    [
      'that end before they begin',
      first({ start: '17:00', end: '08:00' }),
      'Monday: End must be after start.',
    ],
    ['that end as they begin', first({ start: '08:00', end: '08:00' }), 'Monday: End must be after start.'],
    ['without an end', first({ start: '08:00' }), 'Monday: Enter a time as HH:MM.'],
    ['after midnight', first({ start: '08:00', end: '24:30' }), 'Monday: Enter a time as HH:MM.'],
    ['of one digit', first({ start: '8:00', end: '17:00' }), 'Monday: Enter a time as HH:MM.'],
    ['with seconds', first({ start: '08:00:00', end: '17:00' }), 'Monday: Enter a time as HH:MM.'],
    ['of a day that is a text', first('08:00-17:00'), 'Monday: Enter a time as HH:MM.'],
    ['of six days', { time_zone, days: days.slice(1) }, week],
    ['of eight days', { time_zone, days: [...days, null] }, week],
    ['without days', { time_zone }, week],
    ['that are a text', 'nine to five', week],
    ['without a time zone', { days }, zone],
    ['of a zone that nobody knows', { time_zone: 'Mars/Olympus', days }, zone],
    ['of an offset', { time_zone: '+05:00', days }, zone],
  ])('[SCREEN-1] %s are refused', async (_name, hours, why) => {
    const answer = await api.asBroker('PATCH', path, { working_hours: hours })
    expect([answer.status, answer.body.fields]).toEqual([400, { working_hours: why }])
  })

  test('[SCREEN-1] keep nothing that is none of theirs', async () => {
    const answer = await keep({ time_zone, days: first({ ...day, note: 'x' }).days, note: 'y' })
    expect(answer.body.working_hours).toEqual({ time_zone, days })
  })

  test('[SCREEN-1, TRUST-11] of other users are neither read nor changed', async () => {
    const other = await api.signIn('customer')
    const sent = { token: other.access, body: { working_hours: null } }
    expect((await api.send('PATCH', path, sent)).status).toBe(404)
    expect((await api.send('GET', path, { token: other.access })).status).toBe(404)
  })
})

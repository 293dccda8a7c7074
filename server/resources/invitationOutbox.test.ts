import { writeFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import type { SignInAnswer } from '../../src/contract/session'
import { readConfig } from '../config'
import { openDatabase, type OpenDatabase } from '../db/dialects'
import type { Invitations } from '../ports/mail'
import { demoPassword, startApi, type TestApi } from '../testing/api'
import { copyTemplate } from '../testing/databases'
import { serve } from '../testing/programs'
import { untilAnswer } from '../testing/until'

type Activity = Row<'activities'>
type Mailbox = ListAnswer<Row<'messages'>>

const activitiesPath = '/activities/api/activities/'
const meeting = {
  title: 'Pricing call',
  description: '<p>Bring the usage file</p>',
  start: Date.parse('2027-03-01T12:00:00Z') / 1_000,
  participants: [1],
}
const mailsPath = '/nylas/messages/?direction=received&ordering=sent_at'

const queuedEntries = ({ db }: OpenDatabase) =>
  db.selectFrom('invitation_outbox').select(['event', 'attempts', 'next_at']).orderBy('id').execute()
/** Makes all entries due. */
const letDue = async ({ db }: OpenDatabase) => {
  const next_at = new Date(0).toISOString()
  await db.updateTable('invitation_outbox').set({ next_at }).execute()
}

describe('in one process', () => {
  let api: TestApi
  let customer: string
  let invitations: Invitations
  beforeEach(async () => {
    api = await startApi()
    customer = (await api.signIn('customer')).access
    const provided = api.app.mail.provider.invitations
    if (!provided) throw new Error('The built-in provider tells by itself.')
    invitations = provided
  })
  afterEach(() => api.close())

  const create = async (title: string, headers: Record<string, string> = {}) => {
    const { access } = await api.signIn()
    const body = { ...meeting, title }
    const answer = await api.send<Activity>('POST', activitiesPath, { token: access, body, headers })
    expect(answer.status).toBe(201)
    return answer.body
  }
  const subjects = async () =>
    (await api.send<Mailbox>('GET', mailsPath, { token: customer })).body.results.map(
      ({ subject }) => subject,
    )
  const untilTold = (count: number) => untilAnswer(subjects, ({ length }) => length === count)

  test('[SCH-1, TRUST-29] what could not be told is tried again, and what follows of the same event waits for it', async () => {
    jest.spyOn(invitations, 'created').mockRejectedValueOnce(new Error('No room for the message.'))
    const { id } = await create('First')
    await untilAnswer(
      () => queuedEntries(api.database),
      ([change]) => change?.attempts === 1,
    )
    await api.asBroker('PATCH', `${activitiesPath}${id}/`, { title: 'First, moved' })
    await create('Second')
    expect(await untilTold(1)).toEqual(['Invitation: Second'])
    const waiting = await queuedEntries(api.database)
    expect(waiting.map(({ event }) => event)).toEqual([id, id])
    expect(new Date(waiting[0]?.next_at ?? 0).getTime()).toBeGreaterThan(Date.now())
    await letDue(api.database)
    await create('Third')
    expect((await untilTold(4)).filter((subject) => subject.includes('First'))).toEqual([
      'Invitation: First',
      'Updated: First, moved',
    ])
    expect(await queuedEntries(api.database)).toEqual([])
  })

  test('[SCH-1] what cannot be told for three days is given up', async () => {
    jest.spyOn(invitations, 'created').mockRejectedValue(new Error('Never.'))
    await create('Never told')
    await untilAnswer(
      () => queuedEntries(api.database),
      ([change]) => change?.attempts === 1,
    )
    const created_at = new Date(Date.now() - 4 * 86_400_000).toISOString()
    await api.database.db.updateTable('invitation_outbox').set({ created_at }).execute()
    await letDue(api.database)
    await create('Nor this')
    await untilAnswer(
      () => queuedEntries(api.database),
      (changes) => changes.length === 1 && changes[0]?.attempts === 1,
    )
  })

  test('[SCH-1, TRUST-28] a change that is refused, or sent twice, sends no further message', async () => {
    const headers = { 'idempotency-key': 'the-very-same-meeting' }
    const { id } = await create('Once', headers)
    expect((await create('Once', headers)).id).toBe(id)
    const { access } = await api.signIn()
    const stale = { token: access, headers: { 'if-match': '"7"' } }
    const refused = await Promise.all([
      api.send('PATCH', `${activitiesPath}${id}/`, { ...stale, body: { title: 'Lost' } }),
      api.send('DELETE', `${activitiesPath}${id}/`, stale),
    ])
    expect(refused.map(({ status }) => status)).toEqual([409, 409])
    await create('Later')
    expect(await untilTold(2)).toEqual(['Invitation: Once', 'Invitation: Later'])
  })
})

test('[SCH-1, TRUST-29] kill -9 before an invitation is told loses none, and sends it once', async () => {
  const { dataDir, databaseUrl } = await copyTemplate()
  const env: Record<string, string> = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  // Writing to a folder that is a file fails.
  const folder = path.join(dataDir, 'mail')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, '')
  const ask = async <T>(url: string, token = '', body?: object): Promise<T> => {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([url, answer.ok]).toEqual([url, true])
    return (await answer.json()) as T
  }
  const signIn = async (url: string, username: string) =>
    (await ask<SignInAnswer>(`${url}/api/token/`, '', { username, password: demoPassword })).access

  const first = await serve({ env })
  await ask<Activity>(first.url + activitiesPath, await signIn(first.url, 'broker'), meeting)
  await first.kill()
  await rm(folder)

  const database = openDatabase(readConfig(env))
  expect(await queuedEntries(database)).toHaveLength(1)
  await letDue(database)
  await database.db.destroy()

  const second = await serve({ env })
  const token = await signIn(second.url, 'customer')
  const { results } = await untilAnswer(
    () => ask<Mailbox>(second.url + mailsPath, token),
    ({ count }) => count > 0,
  )
  expect(results.map(({ subject }) => subject)).toEqual(['Invitation: Pricing call'])
  await second.stop()
})

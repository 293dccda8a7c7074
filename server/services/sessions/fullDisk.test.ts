/** The operations that work while the disk of the database is full (TRUST-30). */
import type { TokenAnswer } from '../../../src/contract/session'
import { startApi, type TestApi } from '../../testing/api'
import { sendForm } from '../../testing/forms'
import { fillDisk } from '../../testing/fullDisk'

let api: TestApi
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

const refresh = (token: string) =>
  api.send<TokenAnswer>('POST', '/api/token/refresh/', { body: { refresh: token } })
const revoke = (token: string) => api.send('POST', '/api/token/revoke/', { body: { refresh: token } })
const me = async (token: string) => (await api.send('GET', '/api/users/me/', { token })).status
const tag = async (token: string) =>
  (
    await api.send('POST', '/api/mpg/tag/', {
      token,
      body: { name: 'Full', color: '#222', description: 'x' },
    })
  ).status
const audited = async (action: string) =>
  (await api.database.db.selectFrom('audit').select('actor').where('action', '=', action).execute()).length

test('[TRUST-30, TRUST-5] a session goes on with the token that it has, and gets another one when there is room', async () => {
  const first = await api.signIn()
  const makeRoom = await fillDisk(api.database)
  expect(await tag(first.access)).toBe(507)
  const kept = await refresh(first.refresh)
  expect([kept.status, kept.body.refresh]).toEqual([200, first.refresh])
  expect(await me(kept.body.access)).toBe(200)
  expect((await refresh('made-up')).status).toBe(401)
  await makeRoom()
  const next = await refresh(first.refresh)
  expect(next.body.refresh).not.toBe(first.refresh)
  expect((await refresh(next.body.refresh)).status).toBe(200)
  // It has been used twice, so one of the holders is not its owner.
  expect((await refresh(first.refresh)).status).toBe(401)
  expect(await audited('refresh token reused')).toBe(1)
})

test('[TRUST-30, TRUST-5] the token just replaced gets the same successor, and an older one ends the session', async () => {
  const first = await api.signIn()
  const second = (await refresh(first.refresh)).body
  const makeRoom = await fillDisk(api.database)
  expect((await refresh(first.refresh)).body.refresh).toBe(second.refresh)
  await makeRoom()
  const third = (await refresh(second.refresh)).body
  const makeRoomAgain = await fillDisk(api.database)
  expect((await refresh(first.refresh)).status).toBe(401)
  expect(await me(third.access)).toBe(401)
  expect((await refresh(third.refresh)).status).toBe(401)
  await makeRoomAgain()
  expect((await refresh(third.refresh)).status).toBe(401)
  expect(await audited('refresh token reused')).toBe(1)
})

test('[TRUST-30, TRUST-6] signing out ends the session at once, and is written down when there is room', async () => {
  const [gone, stays] = [await api.signIn(), await api.signIn('team')]
  const makeRoom = await fillDisk(api.database)
  expect([(await revoke(gone.refresh)).status, (await revoke('made-up')).status]).toEqual([204, 204])
  expect([await me(gone.access), (await refresh(gone.refresh)).status, await me(stays.access)]).toEqual([
    401, 401, 200,
  ])
  await makeRoom()
  expect((await refresh(stays.refresh)).status).toBe(200)
  expect(await audited('sign-out')).toBe(1)
  expect((await refresh(gone.refresh)).status).toBe(401)
})

const ready = async () => (await (await fetch(`${api.url}/readyz`)).json()) as unknown

test('[TRUST-44] where nothing can be written, /readyz says so, until something is', async () => {
  const { access } = await api.signIn()
  expect(await ready()).toMatchObject({ status: 'ready', warnings: [] })
  const makeRoom = await fillDisk(api.database)
  expect(await tag(access)).toBe(507)
  expect(await ready()).toMatchObject({ status: 'degraded', warnings: ['the database cannot write'] })
  await makeRoom()
  expect(await tag(access)).toBe(201)
  expect(await ready()).toMatchObject({ status: 'ready', warnings: [] })
})

test('[TRUST-44] the last of the disk is kept for signing in and out, and for deleting', async () => {
  let free = Infinity
  const nearlyFull = await startApi({ DISK_RESERVE_MB: '50' }, undefined, undefined, {
    freeBytes: () => Promise.resolve(free),
  })
  try {
    const body = { name: 'Full', color: '#222', description: 'x' }
    const { access } = await nearlyFull.signIn('team')
    const made = await nearlyFull.send<{ tag_id: number }>('POST', '/api/mpg/tag/', { token: access, body })
    expect(made.status).toBe(201)
    free = 49_999_999
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000)
    const refused = await nearlyFull.send('POST', '/api/mpg/tag/', { token: access, body })
    expect([refused.status, refused.body.code]).toEqual([507, 'storage_full'])
    expect(await (await fetch(`${nearlyFull.url}/readyz`)).json()).toMatchObject({ status: 'degraded' })
    const again = await nearlyFull.signIn('team')
    expect((await nearlyFull.send('GET', '/api/mpg/tag/', { token: again.access })).status).toBe(200)
    const path = `/api/mpg/tag/${made.body.tag_id}/`
    expect((await nearlyFull.send('DELETE', path, { token: again.access })).status).toBe(204)
    const out = await nearlyFull.send('POST', '/api/token/revoke/', { body: { refresh: again.refresh } })
    expect(out.status).toBe(204)
  } finally {
    jest.restoreAllMocks()
    await nearlyFull.close()
  }
})

test('[TRUST-30] files are downloaded, although the audit has no room for it', async () => {
  const { access } = await api.signIn()
  const made = await api.send<{ opportunity_id: number }>('POST', '/api/mpg/opportunities/', {
    token: access,
    body: { opportunity_name: 'Larkfield Mill' },
  })
  const { body } = await sendForm<{ file: string }>(
    api,
    access,
    ['POST', '/api/mpg/file/'],
    [
      { name: 'object_id', value: `opportunity-${made.body.opportunity_id}` },
      { name: 'file', value: 'contents', filename: 'a.txt' },
    ],
  )
  const makeRoom = await fillDisk(api.database)
  const answer = await fetch(api.url + body.file)
  expect([answer.status, await answer.text()]).toEqual([200, 'contents'])
  expect(await audited('read')).toBe(0)
  await makeRoom()
  await (await fetch(api.url + body.file)).text()
  expect(await audited('read')).toBe(1)
})

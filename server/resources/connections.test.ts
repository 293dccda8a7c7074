import { connectionKeys, connectionsPath, tryConnectionPath } from '../../src/contract/connections'
import type { ConnectionsAnswer, ConnectionView } from '../../src/contract/connections'
import { startApi, type TestApi } from '../testing/api'
import { startMailServer } from '../testing/mailServer'
import { startNylas } from '../testing/nylas'
import { startS3 } from '../testing/s3'

/** A connection as the team sees it. */
async function connectionOf(api: TestApi, token: string, key: string) {
  const { body } = await api.send<ConnectionsAnswer>('GET', connectionsPath, { token })
  return body.results.find((connection) => connection.key === key)
}

test('[TRUST-26] without configuration everything is built in, and only the team is told', async () => {
  const api = await startApi()
  try {
    const { access: token } = await api.signIn('team')
    const { status, body } = await api.send<ConnectionsAnswer>('GET', connectionsPath, { token })
    expect(status).toBe(200)
    expect(body.results.map(({ key, status }) => [key, status])).toEqual(
      connectionKeys.map((key) => [key, 'built in']),
    )
    expect(body.process.name).toContain(String(process.pid))
    expect((await api.send('POST', tryConnectionPath('bureau'), { token })).status).toBe(404)
    expect((await api.send('POST', tryConnectionPath('nonsense'), { token })).status).toBe(404)
    for (const [method, path] of [
      ['GET', connectionsPath],
      ['POST', tryConnectionPath('smtp')],
    ] as const) {
      const refused = await api.asBroker(method, path)
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        "Only the provider's team looks after the connections.",
      ])
    }
  } finally {
    await api.close()
  }
})

test('[TRUST-26] a mail server is tried, told of when it fails, and found again; its password is shown nowhere', async () => {
  const server = await startMailServer()
  const api = await startApi({ SMTP_URL: server.url })
  try {
    const { access: token } = await api.signIn('team')
    expect(await connectionOf(api, token, 'smtp')).toMatchObject({
      status: 'not tried yet',
      can_try: true,
      last_success: null,
      address: server.url.replace('citygate:s3cret@', ''),
    })
    const tried = await api.send<ConnectionView>('POST', tryConnectionPath('smtp'), { token })
    expect([tried.status, tried.body.status]).toEqual([200, 'working'])
    expect(tried.body.last_success).not.toBeNull()
    await server.close()
    let failed = tried
    for (let count = 0; count < 5; count++)
      failed = await api.send<ConnectionView>('POST', tryConnectionPath('smtp'), { token })
    expect(failed.body).toMatchObject({ status: 'left alone', last_error: { why: 'it refuses connections' } })
    expect(JSON.stringify(failed.body)).not.toContain('s3cret')
  } finally {
    await api.close()
  }
})

test('[TRUST-26] the file storage is watched while files are read and written', async () => {
  const storage = await startS3()
  const right = await startApi({ FILES_URL: storage.url() })
  const wrong = await startApi({ FILES_URL: storage.url('another secret') })
  try {
    const { access: token } = await right.signIn('team')
    const tried = await right.send<ConnectionView>('POST', tryConnectionPath('files'), { token })
    expect(tried.body).toMatchObject({ status: 'working', last_error: null })
    expect(tried.body.address).not.toContain('citygate@')
    const { access } = await wrong.signIn('team')
    const failed = await wrong.send<ConnectionView>('POST', tryConnectionPath('files'), { token: access })
    expect(failed.body).toMatchObject({ status: 'failing', last_success: null })
  } finally {
    await right.close()
    await wrong.close()
    await storage.close()
  }
})

test('[TRUST-26] the mail service is tried without touching an account; its key is shown nowhere', async () => {
  const service = await startNylas()
  const api = await startApi(service.environment)
  try {
    const { access: token } = await api.signIn('team')
    expect(await connectionOf(api, token, 'mail')).toMatchObject({ status: 'not tried yet', can_try: true })
    const tried = await api.send<ConnectionView>('POST', tryConnectionPath('mail'), { token })
    expect(tried.body).toMatchObject({ status: 'working', address: service.environment['MAIL_API_URL'] })
    expect(service.requests).toEqual(['GET /v3/applications'])
    // Each mailbox has limits of its own: an overused one does not block others.
    service.answerNext('/applications', ...Array.from({ length: 6 }, () => ({ status: 429 })))
    let limited = tried
    for (let count = 0; count < 6; count++)
      limited = await api.send<ConnectionView>('POST', tryConnectionPath('mail'), { token })
    expect(limited.body).toMatchObject({ status: 'failing', last_error: { why: 'it answers with 429' } })
    expect(JSON.stringify(limited.body)).not.toContain(service.environment['MAIL_API_KEY'])
  } finally {
    await api.close()
    await service.close()
  }
})

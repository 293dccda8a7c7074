import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { messageRequest } from '../../../src/contract/mail'
import type { SignInAnswer } from '../../../src/contract/session'
import { readConfig } from '../../config'
import { openDatabase } from '../../db/dialects'
import { demoPassword } from '../../testing/api'
import { copyTemplate } from '../../testing/databases'
import { serve } from '../../testing/programs'
import { until } from '../../testing/until'

const idOf = (content: string) => /^Message-ID: <(.*)>/m.exec(content)?.[1] ?? ''

test('[MSG-1, TRUST-29] kill -9 while the mail server reads a message loses none, and sends each once', async () => {
  const read: string[] = []
  const taken: string[] = []
  let holds = true
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      void text(stream).then((content) => {
        read.push(idOf(content))
        if (holds) return
        taken.push(idOf(content))
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  const { dataDir, databaseUrl } = await copyTemplate()
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  try {
    const first = await serve({ env })
    const send = async <T>(path: string, body: object, token = ''): Promise<T> => {
      const answer = await fetch(first.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      expect([path, answer.status]).toEqual([path, path === messageRequest.path ? 201 : 200])
      return (await answer.json()) as T
    }
    const { access } = await send<SignInAnswer>('/api/token/', { username: 'broker', password: demoPassword })
    const acknowledged: string[] = []
    for (const subject of ['one', 'two', 'three']) {
      const letter = { to: ['ann@mill.example'], subject, text: subject }
      const { message_id } = await send<{ message_id: string }>(messageRequest.path, letter, access)
      acknowledged.push(message_id)
    }
    await until(() => read.length > 0)
    await first.kill()
    holds = false

    const { db } = openDatabase(readConfig(env))
    const claimed = await db.selectFrom('outbox').select(['message_id', 'subject']).execute()
    // The notice of the sign-in is sent as they are.
    acknowledged.push(
      ...claimed.filter(({ subject }) => /sign-in/.test(subject)).map((row) => row.message_id),
    )
    expect(acknowledged).toHaveLength(4)
    expect(claimed.map(({ message_id }) => message_id).sort()).toEqual([...acknowledged].sort())
    // As if the claim of the killed attempt had expired.
    await db
      .updateTable('outbox')
      .set({ next_at: new Date(0).toISOString() })
      .execute()
    await db.destroy()

    const second = await serve({ env })
    await until(() => taken.length >= acknowledged.length)
    await second.stop()
    expect(taken.sort()).toEqual([...acknowledged].sort())
  } finally {
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  }
})

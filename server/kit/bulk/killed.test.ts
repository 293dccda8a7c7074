import { contract, type Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { bulkChangesPath, type BulkChange } from '../../../src/contract/bulkChanges'
import type { SignInAnswer } from '../../../src/contract/session'
import { demoPassword } from '../../testing/api'
import { copyTemplate } from '../../testing/databases'
import { serve } from '../../testing/programs'
import { untilAnswer } from '../../testing/until'

const total = 400

test('[BULK-3] kill -9 interrupts it; it goes on at the next start, and changes no record twice', async () => {
  const { dataDir, databaseUrl } = await copyTemplate()
  const env: Record<string, string> = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  let server = await serve({ env })
  let token = ''
  const ask = async <T>(method: string, address: string, body?: object): Promise<T> => {
    const answer = await fetch(server.url + address, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([address, answer.ok]).toEqual([address, true])
    return (await answer.json()) as T
  }
  token = (await ask<SignInAnswer>('POST', '/api/token/', { username: 'team', password: demoPassword }))
    .access
  for (let index = 0; index < total; index++)
    await ask('POST', contract.opportunities.path, { opportunity_name: `Killed ${index}` })

  const { bulk_change_id: id } = await ask<BulkChange>('POST', bulkChangesPath, {
    list: 'opportunities',
    action: 'set',
    field: 'broker_name',
    value: 'Survivor',
    query: { q: 'Killed' },
    count: total,
  })
  const read = () => ask<BulkChange>('GET', `${bulkChangesPath}${id}/`)
  await untilAnswer(read, ({ counts }) => counts.changed > 0)
  await server.kill()
  server = await serve({ env })

  const { counts } = await untilAnswer(read, ({ state }) => state === 'done')
  expect(counts).toEqual({
    waiting: 0,
    changed: total,
    unchanged: 0,
    skipped: 0,
    refused: 0,
    undone: 0,
    kept: 0,
  })
  const { results } = await ask<ListAnswer<Row<'opportunities'>>>(
    'GET',
    `${contract.opportunities.path}?q=Killed`,
  )
  expect(new Set(results.map(({ broker_name, version }) => `${broker_name} ${version}`))).toEqual(
    new Set(['Survivor 2']),
  )
  await server.stop()
})

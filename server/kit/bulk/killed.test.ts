import { contract, type Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { bulkChangesPath, type BulkChange } from '../../../src/contract/bulkChanges'
import { startKillable } from '../../testing/killable'
import { untilAnswer } from '../../testing/until'

const total = 400

test('[BULK-3] kill -9 interrupts it; it goes on at the next start, and changes no record twice', async () => {
  const { ask, kill, startAgain, stop } = await startKillable()
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
  await kill()
  await startAgain()

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
  await stop()
})

import { contract, type Row } from '../../../../src/contract'
import type { ListAnswer } from '../../../../src/contract/answers'
import { importKinds, type ImportAnswer } from '../../../../src/contract/imports'
import { formBody } from '../../../testing/forms'
import { startKillable } from '../../../testing/killable'
import { untilAnswer } from '../../../testing/until'

const { path } = importKinds.organizations
const total = 150

test('[IMP-5] kill -9 interrupts an import and its undo; both go on at the next start, and no row is stored twice', async () => {
  const { ask, kill, startAgain, stop } = await startKillable()
  const rows = Array.from({ length: total }, (_, index) => `Killed ${index},1 Row ${index},Larkfield,TX`)
  const value = ['Name,Street,City,State', ...rows].join('\n')
  const file = { name: 'file', value, filename: 'organizations.csv', type: 'text/csv' }
  // Each row is a record of its own, whatever it matches: one that is stored twice shows.
  const options = { name: 'options', value: JSON.stringify({ matches: 'create' }) }
  const { import_id: id } = await ask<ImportAnswer>('POST', path, formBody([options, file]))
  const read = () => ask<ImportAnswer>('GET', `${path}${id}/`)
  const count = async (of: 'organizations' | 'addresses', q: string) =>
    (await ask<ListAnswer<Row<typeof of>>>('GET', `${contract[of].path}?q=${q}&limit=1`)).count

  await ask('POST', `${path}${id}/commit/`)
  await untilAnswer(
    () => count('organizations', 'Killed'),
    (made) => made > 0,
  )
  await kill()
  await startAgain()
  const stored = await untilAnswer(read, ({ state }) => state === 'committed')
  expect(stored.counts).toEqual({ new: total, same: 0, replaced: 0, refused: 0 })
  expect([await count('organizations', 'Killed'), await count('addresses', 'Row')]).toEqual([total, total])

  await ask('POST', `${path}${id}/undo/`)
  await untilAnswer(
    () => count('organizations', 'Killed'),
    (left) => left < total,
  )
  await kill()
  await startAgain()
  const undone = await untilAnswer(read, ({ state }) => state === 'undone')
  expect(undone.progress?.kept).toEqual([])
  expect([await count('organizations', 'Killed'), await count('addresses', 'Row')]).toEqual([0, 0])
  await stop()
})

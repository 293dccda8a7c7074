import { contract, type Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { importKinds, type ImportAnswer } from '../../../src/contract/imports'
import type { SignInAnswer } from '../../../src/contract/session'
import { demoPassword } from '../../testing/api'
import { copyTemplate } from '../../testing/databases'
import { formBody, formType } from '../../testing/forms'
import { serve, type ServerProcess } from '../../testing/programs'

const { path } = importKinds.curves
/** Enough for many transactions. */
const months = 80
const days = 100
const total = months * days

/** A server that is killed and started again, with the same session. */
async function startKillable() {
  const { dataDir, databaseUrl } = await copyTemplate()
  const env: Record<string, string> = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  let server: ServerProcess = await serve({ env })
  let token = ''
  const ask = async <T>(method: string, address: string, body?: Buffer | object): Promise<T> => {
    const isForm = Buffer.isBuffer(body)
    const answer = await fetch(server.url + address, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': isForm ? formType : 'application/json' }),
      },
      ...(body && { body: isForm ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    expect([address, answer.ok]).toEqual([address, true])
    return (await answer.json()) as T
  }
  const credentials = { username: 'team', password: demoPassword }
  token = (await ask<SignInAnswer>('POST', '/api/token/', credentials)).access
  return {
    ask,
    stop: () => server.stop(),
    /** Kills it while a request is under way, once that has changed something, and starts it again. */
    killDuring: async (address: string, hasBegun: () => Promise<boolean>) => {
      const lost = ask('POST', address).then(
        () => 'answered',
        () => 'lost',
      )
      while (!(await hasBegun()));
      await server.kill()
      expect(await lost).toBe('lost')
      server = await serve({ env })
    },
  }
}

const linesOf = (count: number, price: string) =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(index / months))).toISOString().slice(0, 10)
    const month = `${2030 + Math.floor((index % months) / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
    return `${day},${month},${price}`
  })

test('[GAS-7] kill -9 during a commit leaves nothing of it, during an undo all of that; a commit can be repeated', async () => {
  const { ask, stop, killDuring } = await startKillable()
  const { curve_id: curve } = await ask<Row<'curves'>>('POST', contract.curves.path, {
    name: 'Killed',
    kind: 'index',
  })
  const points = (more: string) =>
    ask<ListAnswer<Row<'curvePoints'>>>('GET', `${contract.curvePoints.path}?curve=${curve}&${more}`)
  const countOf = async () => (await points('limit=1')).count
  const pricesOf = async () => {
    const { results } = await points('limit=5&ordering=trade_date')
    return results.map(({ trade_date, delivery_month, price }) => [trade_date, delivery_month, price])
  }
  const propose = (lines: readonly string[]) =>
    ask<ImportAnswer>(
      'POST',
      path,
      formBody([
        { name: 'curve', value: String(curve) },
        {
          name: 'file',
          value: ['Date,Month,Price', ...lines].join('\n'),
          filename: 'a.csv',
          type: 'text/csv',
        },
      ]),
    )
  const stateOf = async (id: number) => (await ask<ImportAnswer>('GET', `${path}${id}/`)).state

  // The month that the second file lacks goes, and comes back.
  const first = await propose(['2026-01-01,2030-01,1', '2026-01-01,2060-01,2'])
  await ask('POST', `${path}${first.import_id}/commit/`)
  const before = await pricesOf()
  expect(before).toEqual([
    ['2026-01-01', '2030-01', 1],
    ['2026-01-01', '2060-01', 2],
  ])

  const { import_id: id, counts } = await propose(linesOf(total, '4.5'))
  expect(counts).toEqual({ new: total - 1, same: 0, replaced: 1, refused: 0 })
  await killDuring(`${path}${id}/commit/`, async () => (await countOf()) > 2)
  expect([await pricesOf(), await stateOf(id)]).toEqual([before, 'proposed'])

  await ask('POST', `${path}${id}/commit/`)
  expect([await countOf(), await stateOf(id)]).toEqual([total, 'committed'])

  await killDuring(`${path}${id}/undo/`, async () => (await countOf()) < total)
  expect([await pricesOf(), await stateOf(id)]).toEqual([before, 'undone'])
  await stop()
})

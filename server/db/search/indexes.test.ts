import { sql } from 'kysely'
import { startApi, type TestApi } from '../../testing/api'
import { recordMaker } from '../../testing/records'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** Letters of the texts: plain ones, punctuation, one of two and one of four bytes. */
const letters = Array.from('aabbxz 1-%_\\"\'\nß😀')

/** A seeded generator: the same numbers in every run. */
function randomly(): (below: number) => number {
  let state = 1
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

test('[API-2] what stands in texts is found by its letters, whatever becomes of the texts', async () => {
  const { db, dialect } = api.database
  const random = randomly()
  const text = () => Array.from({ length: random(12) }, () => letters[random(letters.length)]).join('')
  const make = recordMaker(api)
  const texts = new Map<number, string>()
  const change = async (id: number) => {
    texts.set(id, text())
    await db
      .updateTable('opportunities')
      .set({ search: texts.get(id) ?? '' })
      .where('opportunity_id', '=', id)
      .execute()
  }
  const agree = async () => {
    const sought = letters.flatMap((first) =>
      letters.flatMap((second) => [first, first + second, `${first}${second}a`]),
    )
    for (const part of new Set(sought)) {
      const ids = dialect.search.idsWith('opportunities', part)
      if (!ids) continue
      const { rows } = await sql<{ id: number }>`
        select opportunity_id as id from opportunities where opportunity_id in (${ids}) order by 1`.execute(
        db,
      )
      const wanted = [...texts].filter(([, held]) => held.includes(part)).map(([id]) => id)
      expect([part, rows.map(({ id }) => id)]).toEqual([part, wanted])
    }
  }
  for (let count = 0; count < 60; count++) {
    const { opportunity_id: id } = await make('opportunities', { opportunity_name: 'a' })
    await change(id)
  }
  await agree()
  for (const id of texts.keys()) if (random(3) === 0) await change(id)
  for (const id of [...texts.keys()].filter(() => random(4) === 0)) {
    await db.deleteFrom('opportunities').where('opportunity_id', '=', id).execute()
    texts.delete(id)
  }
  await agree()
})

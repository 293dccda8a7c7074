import { sql, type Kysely } from 'kysely'
import { startApi } from '../../testing/api'
import { recordMaker } from '../../testing/records'
import { deleters } from './002-deleters'

test('[TRUST-48] what is in the trash already gets the last who deleted it, as the audit tells', async () => {
  const api = await startApi()
  const make = recordMaker(api)
  const path = '/api/mpg/tag/'
  const [restored, gone, alive] = [await make('tags'), await make('tags'), await make('tags')]
  for (const { tag_id } of [restored, gone]) await api.asBroker('DELETE', `${path}${tag_id}/`)
  await api.asBroker('POST', `${path}${restored.tag_id}/restore/`)
  const { db } = api.database
  const known = () => db.selectFrom('tags').select(['tag_id', 'deleted_by']).orderBy('tag_id').execute()
  const before = await known()
  expect(before).toMatchObject([
    { deleted_by: null },
    { deleted_by: expect.any(Number) as number },
    { tag_id: alive.tag_id, deleted_by: null },
  ])
  const tables = await db.introspection.getTables()
  for (const { name, columns } of tables)
    if (columns.some((column) => column.name === 'deleted_by'))
      await sql`alter table ${sql.table(name)} drop column deleted_by`.execute(db)
  await deleters(db as unknown as Kysely<unknown>)
  expect(await known()).toEqual(before)
  await api.close()
})

import { sql, type Kysely } from 'kysely'
import { contract } from '../../../src/contract'
import { startApi } from '../../testing/api'
import { recordMaker } from '../../testing/records'
import { limitingTeams } from './045-limiting-teams'
import { limitedRecords } from './049-limited-records'

const former = ['opportunities', 'organizations', 'contacts']

test('[TEAM-2, TEAM-6] an installation that limits opportunities goes on to limit these alone', async () => {
  const api = await startApi()
  const make = recordMaker(api)
  const { db, dialect } = api.database
  const { id: broker } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'broker')
    .executeTakeFirstOrThrow()
  const { team_id } = await make('teams', { members: [broker] })
  const { organization_id } = await make('organizations')
  await make('opportunities', { team_id })

  // As it was before.
  const run = (text: string) => sql.raw(text).execute(db)
  for (const table of former)
    if (dialect.kind === 'sqlite')
      for (const event of ['insert', 'update']) await run(`drop trigger ${table}_limited_${event}`)
    else await run(`drop trigger ${table}_limited on ${table}`)
  if (dialect.kind === 'postgres') await run('drop function keep_limited_resource()')
  await run('drop table limited_resources')
  for (const table of former.slice(1)) {
    for (const index of ['by_team', 'filters']) await run(`drop index ${table}_${index}`)
    await run(`alter table ${table} drop column team_id`)
    await run(`create index ${table}_filters on ${table} (created_by)`)
  }
  const whole = db as unknown as Kysely<unknown>
  await limitingTeams(whole, dialect.kind)

  await limitedRecords(whole, dialect.kind)
  const limited = async () =>
    (await db.selectFrom('limited_resources').select('resource').execute()).map(({ resource }) => resource)
  expect(await limited()).toEqual(['opportunities'])
  const rows = await db.selectFrom('organizations').select('team_id').distinct().execute()
  expect(rows).toEqual([{ team_id: null }])
  await api.asBroker('PATCH', `${contract.organizations.path}${organization_id}/`, { team_id })
  await make('contacts', { team_id })
  expect((await limited()).sort()).toEqual([...former].sort())
  await api.close()
})

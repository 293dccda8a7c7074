import { contract, type Row } from '../../src/contract'
import { startApi, type TestApi } from './api'
import { formBody, formType } from './forms'
import { recordMaker, type MakeRecord } from './records'

/** A server with a team, to which no record is limited yet. */
export interface TestTeams {
  api: TestApi
  make: MakeRecord
  /** The access token of an administrator. */
  admin: string
  /** The team's only member. */
  member: { id: number; token: string }
  /** A user who is in no team. */
  outsider: { id: number; token: string }
  team: Row<'teams'>
}

const password = 'seven small lanterns'

/** Gives a user a role, whatever role the others have. @returns the user's id. */
export async function setRole(
  { database }: TestApi,
  username: string,
  role: Row<'users'>['role'],
): Promise<number> {
  const { id } = await database.db
    .updateTable('users')
    .set({ role })
    .where('username', '=', username)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes an opportunity, an organization and a contact that are limited to a team of the demo user `broker`. */
export async function limitRecords(api: TestApi): Promise<void> {
  const { id } = await api.database.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'broker')
    .executeTakeFirstOrThrow()
  const make = recordMaker(api)
  const { team_id } = await make('teams', { members: [id] })
  for (const name of ['opportunities', 'organizations', 'contacts'] as const) await make(name, { team_id })
}

/** Starts a server whose demo user `team` administers it, and whose `broker` is the only member of a team. */
export async function startTeams(): Promise<TestTeams> {
  const api = await startApi()
  const make = recordMaker(api)
  await setRole(api, 'team', 'administrator')
  const memberId = await setRole(api, 'broker', null)
  const admin = (await api.signIn('team')).access
  const member = { id: memberId, token: (await api.signIn('broker')).access }
  const made = await api.send<Row<'users'>>('POST', contract.users.path, {
    token: admin,
    body: {
      ...{ username: 'outsider', first_name: 'Olive', last_name: 'Reed', user_type: 'team' },
      ...{ is_active: true, password, role: 'manager' },
    },
  })
  const signedIn = await api.send<{ access: string }>('POST', '/api/token/', {
    body: { username: 'outsider', password },
  })
  const outsider = { id: made.body.id, token: signedIn.body.access }
  const team = await make('teams', { name: 'Limited few', members: [member.id] })
  return { api, make, admin, member, outsider, team }
}

/** Attaches a file to a record that names and holds a word. @returns its id. */
export async function attachText(
  { api, member }: Pick<TestTeams, 'api' | 'member'>,
  object_id: string,
  word: string,
): Promise<number> {
  const answer = await fetch(api.url + contract.files.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': formType },
    body: new Uint8Array(
      formBody([
        { name: 'object_id', value: object_id },
        { name: 'file', value: word, filename: `${word}.txt`, type: 'text/plain' },
      ]),
    ),
  })
  return ((await answer.json()) as Row<'files'>).file_id
}

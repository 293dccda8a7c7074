import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables'
import { fold } from '../kit/fold'
import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    states: Searched & { name_key: string }
  }
}

export const states = defineResource('states', {
  description: 'The 50 states and the District of Columbia.',
  routes: 'read',
  search: ['name', 'acronym'],
  sortKeys: { name: 'name' },
})

/** The body of a write with the state as a text; its id may have been sent as a number. */
export const withTextState = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'state' in body && typeof body.state === 'number'
    ? { ...body, state: String(body.state) }
    : body

/** The state of a code, a name or an id. */
export async function findState(
  db: Kysely<Tables>,
  text: string,
): Promise<{ state_id: number; acronym: string; name: string } | undefined> {
  const wanted = fold(text)
  const id = /^[1-9]\d{0,3}$/.test(wanted) ? Number(wanted) : 0
  return db
    .selectFrom('states')
    .select(['state_id', 'acronym', 'name'])
    .where(({ or, eb }) =>
      or([eb('acronym', '=', wanted.toUpperCase()), eb('name_key', '=', wanted), eb('state_id', '=', id)]),
    )
    .executeTakeFirst()
}

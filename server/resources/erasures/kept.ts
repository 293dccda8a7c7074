/** Erasures of contacts as they are kept (PRIV-3). */
import type { Selectable } from 'kysely'
import type { Erasure } from '../../../src/contract/erasures'
import type { Tables } from '../../db/tables'
import type { Write } from '../../kit/context'
import { ApiError } from '../../kit/errors'
import type { Sought } from './sought'

type Db = Write['db']
export type KeptErasure = Selectable<Tables['erasures']>

export const contactsOf = ({ contacts }: KeptErasure): number[] => JSON.parse(contacts) as number[]

/** What the traces of an erasure are found by; null once all of them are erased. */
export const soughtOf = ({ sought }: KeptErasure): Sought | null =>
  sought === null ? null : (JSON.parse(sought) as Sought)

/** An erasure under way, and what its traces are found by. */
export interface Erasing {
  readonly erasure: KeptErasure
  readonly sought: Sought
}

/** The erasure of a contact, or of one that it was merged into; undefined where there is none. */
export async function erasureOfContact(db: Db, contact: number): Promise<KeptErasure | undefined> {
  const row = await db.selectFrom('erasures').selectAll().where('contact', '=', contact).executeTakeFirst()
  if (row) return row
  const into = await db
    .selectFrom('contacts')
    .select('merged_into')
    .where('contact_id', '=', contact)
    .executeTakeFirst()
  const kept = into?.merged_into ?? null
  if (kept === null) return undefined
  const other = await erasureOfContact(db, kept)
  return other && contactsOf(other).includes(contact) ? other : undefined
}

/** A contact, and those in the trash that were merged into it, or into one of these. */
export async function mergedInto(db: Db, contact: number): Promise<number[]> {
  const ids = [contact]
  for (const id of ids) {
    const rows = await db
      .selectFrom('contacts')
      .select('contact_id')
      .where('merged_into', '=', id)
      .orderBy('contact_id')
      .execute()
    ids.push(...rows.map((row) => row.contact_id).filter((one) => !ids.includes(one)))
  }
  return ids
}

/** @throws ApiError 409 for a contact that was erased. */
export async function assertNotErased({ db }: Pick<Write, 'db'>, contact: number): Promise<void> {
  const erasure = await erasureOfContact(db, contact)
  if (erasure && erasure.state !== 'waiting')
    throw new ApiError(409, 'refused', 'This contact was erased on request, and cannot come back.')
}

/** An erasure as answers show it. */
export const answerOf = ({
  erasure_id,
  contact,
  reason,
  requested_by,
  requested_at,
  state,
  ended_at,
}: KeptErasure): Erasure => ({ erasure_id, contact, reason, requested_by, requested_at, state, ended_at })

/** What has to be known of an erasure to do it again after a restore of a backup of before. */
export interface ListedErasure extends Pick<Erasure, 'requested_at' | 'reason'> {
  /** The contact, and those that had been merged into it: a backup of before the merge has them as contacts of their own. */
  readonly contacts: readonly number[]
}

/** The erasures of an installation, the first one first. */
export async function listErasures(db: Db): Promise<ListedErasure[]> {
  const rows = await db.selectFrom('erasures').selectAll().orderBy('erasure_id').execute()
  return rows.map((row) => ({
    contacts: contactsOf(row),
    requested_at: row.requested_at,
    reason: row.reason,
  }))
}

/** Erases a contact on request (PRIV-3, docs/decisions/037-erasing-contacts.md): what one sees of it, in one transaction. */
import { erasedName, otherName } from '../../../src/contract/erasures'
import { nowOf } from '../../db/clock'
import { anyTable, requireExclusive, type Write } from '../../kit/context'
import { invalidFields, notFound, stale } from '../../kit/errors'
import { loadRecords } from '../../kit/read/records'
import { resourceOf } from '../../kit/registry'
import { audit } from '../../kit/write/audit'
import { refreshDerived } from '../../kit/write/derive'
import { addChangeNotice } from '../../kit/write/notices'
import { forgetNotified } from '../../kit/write/notifications'
import { deleteCascaded } from '../../kit/write/trash'
import { deleteRecord } from '../../kit/write/remove'
import { assertNotErased, mergedInto, type KeptErasure } from './kept'
import { gather } from './sought'

/**
 * Erases a contact, in the trash or not, with those that were merged into it. Copies of what it was, in the audit and elsewhere, are
 * left to the background job (run.ts), which a restart goes on with.
 * @throws ApiError 400 for another name, 404, or 409 for another version, and where it is erased already or a merge is under way.
 */
export async function eraseContact(
  write: Write,
  id: number,
  { version, name, reason }: { version: number; name: string; reason: string },
): Promise<KeptErasure> {
  requireExclusive(write)
  const { db } = write
  const resource = resourceOf('contacts')
  const [before] = await loadRecords(db, resource, [id])
  if (!before) throw notFound(resource.contract.title)
  await assertNotErased(write, id)
  if (before['version'] !== version) throw stale(resource.contract.title, before)
  if (name.trim() !== before['name']) throw invalidFields({ name: otherName })
  await resource.assertRemovable(write, id)
  const { erasure_id } = await db
    .insertInto('erasures')
    .values({
      contact: id,
      contacts: JSON.stringify([id]),
      reason,
      requested_by: write.actor,
      requested_at: nowOf(db).toISOString(),
      request_id: write.requestId,
      state: 'waiting',
    })
    .returning('erasure_id')
    .executeTakeFirstOrThrow()
  return beginErasure(write, erasure_id)
}

/** Empties the contact of an erasure that waits, deletes what hangs on it, and leaves its traces to the background. */
export async function beginErasure(write: Write, erasureId: number): Promise<KeptErasure> {
  requireExclusive(write)
  const { db } = write
  const resource = resourceOf('contacts')
  const { contact, reason } = await db
    .selectFrom('erasures')
    .selectAll()
    .where('erasure_id', '=', erasureId)
    .executeTakeFirstOrThrow()
  const ids = await mergedInto(db, contact)
  const sought = await gather(write, ids)
  const [before] = await loadRecords(db, resource, [contact])
  const isAlive = before !== undefined && (before['deleted_at'] ?? null) === null
  if (isAlive) await deleteRecord(write, resource, contact, null)
  await deleteCascaded(write, resource, ids)
  for (const id of ids) await empty(write, id)
  await refreshDerived(db, resource, ids)
  await forgetNotified(anyTable(db), resource, ids)
  await forgetMerges(write, ids)
  const erasure = await db
    .updateTable('erasures')
    .set({ state: 'running', contacts: JSON.stringify(ids), sought: JSON.stringify(sought) })
    .where('erasure_id', '=', erasureId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(write, {
    action: 'erase',
    resource: 'contacts',
    recordId: contact,
    after: { erasure_id: erasureId, contacts: ids, reason },
  })
  if (!isAlive) addChangeNotice(write, resource, 'deleted', contact)
  return erasure
}

/** What is left of a contact: a name that says that it was erased, in the trash. What has to have a value gets the same for all. */
async function empty({ db, actor }: Write, id: number): Promise<void> {
  await db
    .updateTable('contacts')
    .set(({ eb }) => ({
      title: 'mr',
      person_title: 'Mr',
      first_name: 'Erased',
      middle_name: null,
      last_name: `contact #${id}`,
      name: erasedName(id),
      gender: 'male',
      date_of_birth: null,
      personal_email: null,
      personal_mobile: null,
      personal_address: null,
      linkedin_url: null,
      salutation: null,
      department: null,
      crystal_profile_key: null,
      crystal_profile_name: null,
      crystal_profile_size: null,
      crystal_profile_by: null,
      version: eb('version', '+', 1),
      modified_by: actor,
      modified_at: nowOf(db).toISOString(),
    }))
    .where('contact_id', '=', id)
    .execute()
}

/** What could bring values back or compares them: merges, pairs of duplicates, and sort keys that are computed anew. */
async function forgetMerges({ db }: Write, ids: readonly number[]): Promise<void> {
  const merges = () =>
    db
      .selectFrom('merges')
      .select('merge_id')
      .where('resource', '=', 'contacts')
      .where(({ or, eb }) => or([eb('kept', 'in', ids), eb('merged', 'in', ids)]))
  await db.deleteFrom('merge_records').where('merge_id', 'in', merges()).execute()
  await db
    .deleteFrom('merges')
    .where('resource', '=', 'contacts')
    .where(({ or, eb }) => or([eb('kept', 'in', ids), eb('merged', 'in', ids)]))
    .execute()
  await db
    .deleteFrom('duplicate_pairs')
    .where('resource', '=', 'contacts')
    .where(({ or, eb }) => or([eb('low', 'in', ids), eb('high', 'in', ids)]))
    .execute()
  await db
    .deleteFrom('duplicate_marks')
    .where('resource', '=', 'contacts')
    .where('record_id', 'in', ids)
    .execute()
  await db
    .deleteFrom('stale_sort_keys')
    .where('named_resource', '=', 'contacts')
    .where('named_id', 'in', ids)
    .execute()
}

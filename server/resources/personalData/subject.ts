/** Whom an export of personal data is about (PRIV-1). */
import type { OpenDatabase } from '../../db/dialects'
import { emailKey } from '../../../src/contract/emailKey'
import { notFound } from '../../kit/errors'
import { loadRecords, type ApiRecord } from '../../kit/read/records'
import { resourceOf } from '../../kit/registry'
import { mergedInto } from '../erasures/kept'
import { gather, withoutShared } from '../erasures/sought'

/** Whom a file is about. */
export interface Subject {
  readonly contact: ApiRecord
  /** The contact, and those that were merged into it. */
  readonly ids: readonly number[]
  /** Emails by which it is among the people of meetings and messages, in lower case. */
  readonly emails: readonly string[]
}

/** Reads what a contact is found by. @throws ApiError 404 */
export async function readSubject({ scans }: OpenDatabase, id: number): Promise<Subject> {
  const resource = resourceOf('contacts')
  const [contact] = await loadRecords(scans, resource, [id])
  if (!contact) throw notFound(resource.contract.title)
  const ids = await mergedInto(scans, id)
  // What it had before and others have now leads to meetings and messages of these.
  const { emails: own } = await withoutShared(scans, await gather({ db: scans }, ids))
  return { contact, ids, emails: [...new Set([...(await presentEmails(scans, ids)), ...own])] }
}

async function presentEmails(db: OpenDatabase['scans'], ids: readonly number[]): Promise<string[]> {
  const home = db.selectFrom('contacts').select('personal_email as email').where('contact_id', 'in', ids)
  const work = db
    .selectFrom('organization_contacts')
    .select('work_email as email')
    .where('contact', 'in', ids)
  const rows = await home.unionAll(work).execute()
  return rows.flatMap(({ email }) => (email === null ? [] : [emailKey(email)]))
}

/** A path within the archive: names of files may have any characters. */
export const pathOf = (id: string, filename: string): string =>
  `files/${id}-${filename.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(-150)}`

import type { Selectable } from 'kysely'
import { emailKey } from '../../../../src/contract/emailKey'
import type { OpenDatabase } from '../../../db/dialects'
import type { Tables } from '../../../db/tables'
import { chunks } from '../../../kit/chunks'
import { inTransaction } from '../../../kit/context'
import type { GrantedAccount } from './accounts'
import type { NylasContact } from './api'
import { entrySearch, isEmail, lineOf } from './texts'

/** Rows of one statement. */
const batchSize = 100

/** Replaces the stored address book of an account, each email once. */
export async function storeContacts(
  database: OpenDatabase,
  { user }: GrantedAccount,
  remoteContacts: readonly NylasContact[],
): Promise<void> {
  const rows = rowsOf(user, remoteContacts)
  await inTransaction(database, { actor: null, requestId: null }, async ({ db }) => {
    const known = await db.selectFrom('mail_contacts').selectAll().where('user', '=', user).execute()
    // Unchanged entries keep their ids, which would run out if they were given anew each day.
    const [kept, left] = [new Set<string>(), [] as number[]]
    for (const row of known)
      if (says(rows.get(row.mail_key)) === says(row)) kept.add(row.mail_key)
      else left.push(row.id)
    for (const some of chunks(left)) await db.deleteFrom('mail_contacts').where('id', 'in', some).execute()
    const added = [...rows.values()].filter(({ mail_key }) => !kept.has(mail_key))
    for (const some of chunks(added, batchSize))
      await db
        .insertInto('mail_contacts')
        .values([...some])
        .execute()
  })
}

type Entry = Omit<Selectable<Tables['mail_contacts']>, 'id'>

/** The compared content of an entry. */
const says = (entry: Entry | undefined): string | null =>
  entry ? JSON.stringify([entry.email, entry.first_name, entry.last_name, entry.search]) : null

function rowsOf(user: number, remoteContacts: readonly NylasContact[]): Map<string, Entry> {
  const entries = remoteContacts.flatMap(({ given_name, surname, emails }) =>
    (emails ?? []).flatMap(({ email }) => {
      if (!isEmail(email)) return []
      const [first_name, last_name] = [lineOf(given_name) || null, lineOf(surname) || null]
      const search = entrySearch({ first_name, last_name, email })
      return [{ user, email, mail_key: emailKey(email), first_name, last_name, search }]
    }),
  )
  return new Map(entries.reverse().map((entry) => [entry.mail_key, entry]))
}

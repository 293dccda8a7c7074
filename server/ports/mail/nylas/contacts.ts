import { emailKey } from '../../../../src/contract/emailKey'
import type { OpenDatabase } from '../../../db/dialect'
import { inTransaction } from '../../../kit/context'
import { fold } from '../../../kit/fold'
import type { Usable } from './accounts'
import type { ContactThere } from './api'
import { isEmail, lineOf } from './texts'

/** Rows of one statement. */
const batchSize = 100

/** Keeps the address book of an account in place of what was known of it, each email once. */
export async function storeContacts(
  database: OpenDatabase,
  { user }: Usable,
  there: readonly ContactThere[],
): Promise<void> {
  const rows = [...rowsOf(user, there).values()]
  await inTransaction(database, { actor: null, requestId: null }, async ({ db }) => {
    await db.deleteFrom('mail_contacts').where('user', '=', user).execute()
    for (let start = 0; start < rows.length; start += batchSize)
      await db
        .insertInto('mail_contacts')
        .values(rows.slice(start, start + batchSize))
        .execute()
  })
}

function rowsOf(user: number, there: readonly ContactThere[]) {
  const entries = there.flatMap(({ given_name, surname, emails }) =>
    (emails ?? []).flatMap(({ email }) => {
      if (!isEmail(email)) return []
      const [first_name, last_name] = [lineOf(given_name) || null, lineOf(surname) || null]
      const search = fold(`${first_name ?? ''} ${last_name ?? ''}`.trim() + `\n${email}`)
      return [{ user, email, mail_key: emailKey(email), first_name, last_name, search }]
    }),
  )
  return new Map(entries.reverse().map((entry) => [entry.mail_key, entry]))
}

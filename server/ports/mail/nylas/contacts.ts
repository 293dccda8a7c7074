import { emailKey } from '../../../../src/contract/emailKey'
import { formats } from '../../../../src/contract/formats'
import { maxText } from '../../../../src/contract/limits'
import type { OpenDatabase } from '../../../db/dialect'
import { inTransaction } from '../../../kit/context'
import { fold } from '../../../kit/fold'
import type { Usable } from './accounts'
import type { ContactThere } from './api'

/** Rows of one statement. */
const batchSize = 100

/** Keeps the address book of an account in place of what was known of it, each email once. */
export async function storeContacts(
  database: OpenDatabase,
  { id, user }: Usable,
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
    await db
      .updateTable('mail_accounts')
      .set({ contacts_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
  })
}

function rowsOf(user: number, there: readonly ContactThere[]) {
  const nameOf = (name: string | null | undefined) => (name ?? '').trim().slice(0, maxText) || null
  const entries = there.flatMap(({ given_name, surname, emails }) =>
    (emails ?? []).flatMap(({ email }) => {
      if (!email || !formats.email.fits(email)) return []
      const [first_name, last_name] = [nameOf(given_name), nameOf(surname)]
      const search = fold(`${first_name ?? ''} ${last_name ?? ''}`.trim() + `\n${email}`)
      return [{ user, email, mail_key: emailKey(email), first_name, last_name, search }]
    }),
  )
  return new Map(entries.reverse().map((entry) => [entry.mail_key, entry]))
}

import type { FastifyInstance } from 'fastify'
import type { Person } from '../../src/contract/kit'
import { inTransaction, type Write } from '../kit/context'
import { newMessageId } from '../ports/mail/outgoing'
import { users } from './users'

/** Milliseconds: whoever keeps registering with somebody's email does not fill their mailbox. */
const pause = 86_400_000

const subject = 'Somebody wanted an account with your email'
const text =
  '<p>You have an account in Citygate already. Somebody, maybe you, has asked for another one with this email; none was made, and nothing about yours has changed.</p><p>Sign in as ever. If you have forgotten your username or password, ask your contact at the provider.</p>'

/** What a refused registration is called in the audit. */
export const refusedRegistration = 'registration refused'

/**
 * Tells owners of emails that somebody wanted an account with theirs (AUTH-16). Mail goes out only where there is a
 * server for it, and an address from which the installation writes.
 */
export function registrationNotices({ config, database, log, mail: { outbox } }: FastifyInstance) {
  const { smtpUrl, supportEmail } = config
  if (smtpUrl === null || supportEmail === null)
    return { isDue: () => Promise.resolve(false), send: () => undefined }
  const from = { id: null, email: supportEmail, first_name: 'Citygate', last_name: null }
  return {
    /** Whether the owner of an account has not been told lately. Asked before the refusal is written down. */
    async isDue({ db }: Write, owner: number): Promise<boolean> {
      const last = await db
        .selectFrom('audit')
        .select('at')
        .where('resource', '=', users.contract.name)
        .where('record_id', '=', owner)
        .where('action', '=', refusedRegistration)
        .where('at', '>', new Date(Date.now() - pause).toISOString())
        .limit(1)
        .executeTakeFirst()
      return last === undefined
    },

    /** Sends in the background: how long that takes says nothing to whoever has registered. */
    send(to: Person): void {
      outbox
        .post({ from, to: [to], subject, text, message_id: newMessageId(from), answered: null })
        .then((store) => inTransaction(database, { actor: null, requestId: null }, store))
        .catch((err: unknown) => log.warn({ err }, 'a notice of a registration was not sent'))
    },
  }
}

import type { FastifyInstance } from 'fastify'
import { nowPlus } from '../db/clock'
import type { Person } from '../../src/contract/fields'
import { inTransaction, type Write } from '../kit/context'
import { newMessageId } from '../ports/mail/outgoing'
import { installationSender } from './emailLinks'
import { refusedRegistration } from './registration'
import { users } from './users'

/** Milliseconds: repeated registrations with another user's email do not flood that mailbox. */
const pause = 86_400_000

const subject = 'Somebody wanted an account with your email'
const text =
  '<p>You have an account in Citygate already. Somebody, maybe you, has asked for another one with this email; none was made, and nothing about yours has changed.</p><p>Sign in as ever. If you have forgotten your username or password, ask your contact at the provider.</p>'

/** Notifies owners of emails of registrations with theirs (AUTH-16), where mail is sent at all. */
export function registrationNotices({ config, database, log, mail: { outbox } }: FastifyInstance) {
  if (config.smtpUrl === null) return { isDue: () => Promise.resolve(false), send: () => undefined }
  const from = installationSender(config)
  return {
    /** Whether the owner of an account has had no recent notice. Call it before the refusal is audited. */
    async isDue({ db }: Write, owner: number): Promise<boolean> {
      const last = await db
        .selectFrom('audit')
        .select('at')
        .where('resource', '=', users.contract.name)
        .where('record_id', '=', owner)
        .where('action', '=', refusedRegistration)
        .where('at', '>', nowPlus(db, -pause))
        .limit(1)
        .executeTakeFirst()
      return last === undefined
    },

    /** Sends in the background: the response time reveals nothing. */
    send(to: Person): void {
      outbox
        .post({ from, to: [to], subject, text, message_id: newMessageId(from), answered: null })
        .then((store) => inTransaction(database, { actor: null, requestId: null }, store))
        .catch((err: unknown) => log.warn({ err }, 'a notice of a registration was not sent'))
    },
  }
}

import type { FastifyInstance } from 'fastify'
import type { Person } from '../../src/contract/fields'
import { maxText } from '../../src/contract/limits'
import { personName } from '../../src/contract/personName'
import { supportRequest } from '../../src/contract/support'
import { ApiError } from '../kit/errors'
import { sendCreated } from '../kit/http/routes'
import { escapeHtml } from '../kit/present/escapeHtml'
import { senderOf } from '../ports/mail/accounts'
import { completePeople } from '../ports/mail/participants'
import { peopleAt } from '../ports/mail/people'
import { messages } from './messages'
import { sendingDocument, sendMessage } from './sendMessage'
import { route } from '../kit/http/route'

/** Recipients of the provider's team where no support address is configured. */
const most = 20

/** A message from the help panel, with the sender's id, name and email (SHELL-6). */
export function supportRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    path: supportRequest.path,
    document: {
      ...sendingDocument,
      tags: ['Mail'],
      summary: 'Ask the support for help',
      fields: supportRequest.fields,
    },
    handler: async (request, reply, readBody) => {
      const { text } = await readBody()
      const { id } = request.caller
      const from = await senderOf(app.database.db, id)
      const answer = await sendMessage(app, request, async () => ({
        sender: id,
        from,
        to: await helpers(app),
        cc: [],
        bcc: [],
        subject: `Help for ${personName(from)}`.slice(0, maxText),
        text: supportMessage(text, id, from),
        attachments: [],
        answered: null,
      }))
      return sendCreated(request, reply, messages, answer)
    },
  })
}

/** Each line as it was typed, followed by the sender. */
const supportMessage = (text: string, id: number, from: Person): string => {
  const paragraphs = text.split(/(?:\r?\n){2,}/).map((paragraph) => escapeHtml(paragraph).split(/\r?\n/))
  const who = `User ${id}: ${escapeHtml(personName(from))}, ${escapeHtml(from.email)}`
  return [...paragraphs.map((lines) => lines.join('<br />')), who].map((html) => `<p>${html}</p>`).join('')
}

/**
 * The recipients: the configured address, else the members of the provider's team with a mailbox.
 * @throws ApiError 409 where there are none.
 */
async function helpers({ config, database: { db } }: FastifyInstance): Promise<Person[]> {
  if (config.supportEmail !== null) return completePeople(db, 'to', peopleAt([config.supportEmail]))
  const team = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.profile')
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name'])
    .where('users.user_type', '=', 'team')
    .where('users.is_active', '=', true)
    .where('users.is_email_confirmed', '=', true)
    .where('profiles.nylas_access_token', 'is not', null)
    .orderBy('users.id')
    .limit(most)
    .execute()
  const people = team.flatMap(({ email, ...person }) => (email === null ? [] : [{ ...person, email }]))
  if (people.length === 0)
    throw new ApiError(
      409,
      'no_support',
      'Nobody has been named to help. Ask whoever runs this installation.',
    )
  return people
}

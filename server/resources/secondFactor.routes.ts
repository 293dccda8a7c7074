import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  appConfirmation,
  appPath,
  appRemovalPath,
  confirmedByPassword,
  maxPasskeys,
  newPasskey,
  passkeyChange,
  passkeyOptionsPath,
  passkeyPath,
  passkeyRemovalPath,
  passkeysPath,
  recoveryCodesPath,
  secondFactorPath,
  userSecondFactorPath,
  type AppSetup,
  type MadePasskey,
  type MadeRecoveryCodes,
  type PasskeyOptions,
  type SecondFactors,
} from '../../src/contract/secondFactor'
import { nowPlus } from '../db/clock'
import { inTransaction, writerFromRequest, type Caller, type Write } from '../kit/context'
import { ApiError, invalidFields, notFound } from '../kit/errors'
import { documentRoute, idParams } from '../kit/http/documentation'
import { originOf } from '../kit/http/origin'
import { route } from '../kit/http/route'
import { idIn, toId } from '../kit/http/routes'
import { assertAllowed } from '../kit/policy'
import { assertAdministersUser } from './administrators'
import { audit } from '../kit/write/audit'
import { factorKindsOf } from '../services/secondFactors'
import { passkeysOf } from '../services/secondFactors/passkeys'
import { mustHaveFactor } from '../services/secondFactors/required'
import { relyingPartyAt } from '../services/secondFactors/relyingParty'
import { endSessionsOf } from '../services/sessions/endSessions'
import { mailAccountNotice } from './accountNotices'
import { removeFactorsOf } from './accounts'
import { checkCurrentPassword } from './currentPassword'
import {
  appSetupAnswer,
  factorsAnswer,
  madePasskeyAnswer,
  passkeyAnswer,
  passkeyOptionsAnswer,
  recoveryCodesAnswer,
} from './secondFactorAnswers'
import { partyOf } from './secondFactorSignIn.routes'
import { users } from './users'

const tag = 'SecondFactor'

const refused = (why: string) => new ApiError(409, 'refused', why)

/** A change of second factors, for the audit and for the mail that tells the owner (MFA-9). */
const changes = {
  appAdded: ['authenticator app added', 'An authenticator app was set up for your account in Citygate.'],
  appReplaced: [
    'authenticator app replaced',
    'The authenticator app of your account in Citygate was replaced by another one.',
  ],
  appRemoved: ['authenticator app removed', 'The authenticator app of your account in Citygate was removed.'],
  codesMade: [
    'recovery codes made',
    'New recovery codes were made for your account in Citygate; the older ones are void.',
  ],
  passkeyAdded: ['passkey added', 'A passkey was added to your account in Citygate.'],
  passkeyRemoved: ['passkey removed', 'A passkey of your account in Citygate was removed.'],
} as const satisfies Record<string, readonly [string, string]>

/** The changes that end the other sessions of their user, with the reason. */
const endings: Partial<Record<keyof typeof changes, string>> = {
  appAdded: 'second factor added',
  appReplaced: 'second factor replaced',
  passkeyAdded: 'second factor added',
}

/** The mail that tells of a change. */
const noticeOf = (sentence: string) => ({
  subject: 'The sign-in to your account has changed',
  paragraphs: [
    sentence,
    'If it was not you, set a new password at once, remove passkeys and API tokens that are not yours, and tell your contact at the provider.',
  ],
})

/** The signed-in user's own second factors. Additions, removals and new codes ask for the
 * password, and are told by mail (MFA-1, 3, 4, 9). */
export function secondFactorRoutes(app: FastifyInstance): void {
  const { database, secondFactors } = app

  /**
   * Other sessions end with an addition: one that was opened with the password alone would outlive it. So they do with
   * a replacement: the device that is lost may have one.
   */
  const record = async (
    write: Write,
    change: keyof typeof changes,
    { id, sessionId }: Caller,
  ): Promise<void> => {
    const [action, sentence] = changes[change]
    await audit(write, { action, resource: 'users', recordId: id })
    const reason = endings[change]
    if (reason) await endSessionsOf(write, id, reason, { except: sessionId })
    await mailAccountNotice(app, write, id, noticeOf(sentence))
  }

  /** @throws ApiError 409 where the last one would be gone of an account that must have one. */
  const assertFactorLeft = async (write: Write, { caller }: FastifyRequest): Promise<void> => {
    if ((await factorKindsOf(write.db, caller.id)).length > 0) return
    if (await mustHaveFactor(write, caller.id, app.config.secondFactorFor))
      throw refused('Your account must have a second factor. Set up another one first.')
  }

  /** @throws ApiError 400 for a wrong password, 409 for an account without one, 429 after many wrong ones. */
  const checkPassword = async (request: FastifyRequest, password: string): Promise<void> => {
    const { id, username } = request.caller
    const { password_hash } = await database.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (password_hash === null)
      throw refused('This account signs in through its directory, which asks for a second factor itself.')
    await checkCurrentPassword(request, { username, password })
  }

  route(app, {
    method: 'DELETE',
    path: userSecondFactorPath(':id'),
    document: {
      ...documentRoute(tag, 'Remove all second factors of a user', null, null, [404, 409]),
      description: "For the provider's team, where a user has lost them. It ends the sessions of the user.",
      params: idParams,
    },
    handler: async (request, reply) => {
      const id = toId(users, request.params.id)
      const who = writerFromRequest(request)
      assertAllowed(who, 'users', 'change')
      if (id === request.caller.id)
        throw refused('One’s own second factors are removed on the account page, by the password.')
      await inTransaction(database, who, async (write) => {
        await assertAdministersUser(write, id)
        if (!(await removeFactorsOf(write, id))) throw notFound('Second factor')
        await mailAccountNotice(app, write, id, noticeOf('The second factors of your account were removed.'))
      })
      return reply.code(204).send()
    },
  })

  route(app, {
    method: 'GET',
    path: secondFactorPath,
    config: { beforeSecondFactor: true },
    document: documentRoute(tag, 'Read one’s own second factors', factorsAnswer),
    handler: (request): Promise<SecondFactors> =>
      secondFactors.of(database.db, request.caller.id, relyingPartyAt(originOf(request))),
  })

  route(app, {
    method: 'POST',
    path: appPath,
    config: { secret: true, beforeSecondFactor: true },
    document: {
      ...documentRoute(
        tag,
        'Begin to set up an authenticator app',
        appSetupAnswer,
        confirmedByPassword.fields,
        [409, 429],
      ),
      description:
        'Sign-ins do not ask for it before a first code has been sent; an app that is in use stays so until then.',
    },
    handler: async (request, _reply, readBody): Promise<AppSetup> => {
      const { current_password } = await readBody()
      await checkPassword(request, current_password)
      return inTransaction(database, writerFromRequest(request), (write) =>
        secondFactors.beginApp(write, request.caller),
      )
    },
  })

  route(app, {
    method: 'POST',
    path: appConfirmation.path,
    config: { secret: true, beforeSecondFactor: true },
    document: documentRoute(
      tag,
      'Confirm an authenticator app by its first code',
      recoveryCodesAnswer,
      appConfirmation.fields,
    ),
    handler: async (request, _reply, readBody): Promise<MadeRecoveryCodes> => {
      const { one_time_code } = await readBody()
      return inTransaction(database, writerFromRequest(request), async (write) => {
        const { id } = request.caller
        const confirmed = await secondFactors.confirmApp(write, id, one_time_code)
        if (!confirmed)
          throw invalidFields({
            one_time_code:
              'This is not the present code. Check the clock of the device, and try the next one.',
          })
        await record(write, confirmed === 'added' ? 'appAdded' : 'appReplaced', request.caller)
        return { recovery_codes: await secondFactors.firstCodes(write, id) }
      })
    },
  })

  route(app, {
    method: 'POST',
    path: appRemovalPath,
    document: documentRoute(
      tag,
      'Remove the authenticator app',
      null,
      confirmedByPassword.fields,
      [404, 409, 429],
    ),
    handler: async (request, reply, readBody) => {
      const { current_password } = await readBody()
      await checkPassword(request, current_password)
      await inTransaction(database, writerFromRequest(request), async (write) => {
        const { id } = request.caller
        if (!(await secondFactors.removeApp(write, id))) throw notFound('Authenticator app')
        await assertFactorLeft(write, request)
        await record(write, 'appRemoved', request.caller)
      })
      return reply.code(204).send()
    },
  })

  route(app, {
    method: 'POST',
    path: recoveryCodesPath,
    config: { secret: true },
    document: documentRoute(
      tag,
      'Make new recovery codes',
      recoveryCodesAnswer,
      confirmedByPassword.fields,
      [409, 429],
    ),
    handler: async (request, _reply, readBody): Promise<MadeRecoveryCodes> => {
      const { current_password } = await readBody()
      await checkPassword(request, current_password)
      return inTransaction(database, writerFromRequest(request), async (write) => {
        const { id } = request.caller
        if ((await factorKindsOf(write.db, id)).length === 0)
          throw refused('Recovery codes stand in for an authenticator app or a passkey. Set one up first.')
        const recovery_codes = await secondFactors.makeCodes(write, id)
        await record(write, 'codesMade', request.caller)
        return { recovery_codes }
      })
    },
  })

  route(app, {
    method: 'POST',
    path: passkeyOptionsPath,
    config: { secret: true, beforeSecondFactor: true },
    document: documentRoute(
      tag,
      'Begin to add a passkey',
      passkeyOptionsAnswer,
      confirmedByPassword.fields,
      [409, 429],
    ),
    handler: async (request, _reply, readBody): Promise<PasskeyOptions> => {
      const { current_password } = await readBody()
      const party = partyOf(request)
      await checkPassword(request, current_password)
      return secondFactors.beginPasskey(party, request.caller)
    },
  })

  route(app, {
    method: 'POST',
    path: passkeysPath,
    config: { secret: true, beforeSecondFactor: true },
    document: documentRoute(tag, 'Add a passkey', madePasskeyAnswer, newPasskey.fields, [409]),
    handler: async (request, _reply, readBody): Promise<MadePasskey> => {
      const { name, ...sent } = await readBody()
      const { id } = request.caller
      const made = await secondFactors.verifyPasskey(partyOf(request), id, sent)
      const unproved = () =>
        invalidFields({ passkey_response: 'The browser has not made a passkey for this step. Begin anew.' })
      if (!made) throw unproved()
      return inTransaction(database, writerFromRequest(request), async (write) => {
        if (!(await secondFactors.useUp(write, made.begun))) throw unproved()
        if ((await passkeysOf(write.db, id)).length >= maxPasskeys)
          throw refused(`An account has ${maxPasskeys} passkeys at most.`)
        const { columns } = made
        const isKnown = await write.db
          .selectFrom('passkeys')
          .select('passkey_id')
          .where('credential_id', '=', columns.credential_id)
          .executeTakeFirst()
        if (isKnown) throw refused('This passkey is in use already.')
        const created_at = nowPlus(write.db, 0)
        const { passkey_id } = await write.db
          .insertInto('passkeys')
          .values({ ...columns, name, created_at, last_used_at: null })
          .returning('passkey_id')
          .executeTakeFirstOrThrow()
        await record(write, 'passkeyAdded', request.caller)
        return {
          passkey: { passkey_id, name, created_at, last_used_at: null },
          recovery_codes: await secondFactors.firstCodes(write, id),
        }
      })
    },
  })

  route(app, {
    method: 'PATCH',
    path: passkeyPath(':id'),
    document: {
      ...documentRoute(tag, 'Rename a passkey', passkeyAnswer, passkeyChange.fields, [404]),
      params: idParams,
    },
    handler: async (request, _reply, readBody) => {
      const { name } = await readBody()
      return inTransaction(database, writerFromRequest(request), async (write) => {
        const { id } = request.caller
        const renamed = await write.db
          .updateTable('passkeys')
          .set({ name })
          .where('user_id', '=', id)
          .where('passkey_id', '=', idIn(request.params.id, 'Passkey'))
          .returning(['passkey_id', 'name', 'created_at', 'last_used_at'])
          .executeTakeFirst()
        if (!renamed) throw notFound('Passkey')
        await audit(write, { action: 'passkey renamed', resource: 'users', recordId: id, after: { name } })
        return renamed
      })
    },
  })

  route(app, {
    method: 'POST',
    path: passkeyRemovalPath(':id'),
    document: {
      ...documentRoute(tag, 'Remove a passkey', null, confirmedByPassword.fields, [404, 409, 429]),
      params: idParams,
    },
    handler: async (request, reply, readBody) => {
      const { current_password } = await readBody()
      await checkPassword(request, current_password)
      await inTransaction(database, writerFromRequest(request), async (write) => {
        const { id } = request.caller
        if (!(await secondFactors.removePasskey(write, id, idIn(request.params.id, 'Passkey'))))
          throw notFound('Passkey')
        await assertFactorLeft(write, request)
        await record(write, 'passkeyRemoved', request.caller)
      })
      return reply.code(204).send()
    },
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { passkeySignIn, passkeySignInOptionsPath, secondStep } from '../../src/contract/secondFactor'
import type { SignInAnswer } from '../../src/contract/session'
import { nowOf } from '../db/clock'
import { inTransaction, type Write } from '../kit/context'
import { ApiError, invalidFields } from '../kit/errors'
import { documentRoute } from '../kit/http/documentation'
import { clientOf } from '../kit/http/networkAddresses'
import { originOf } from '../kit/http/origin'
import { route } from '../kit/http/route'
import { audit, auditCounted } from '../kit/write/audit'
import { fingerprintOf, type ReadSignIn } from '../services/secondFactors'
import { provedPasskey, recordPasskeyUse, type ProvedPasskey } from '../services/secondFactors/passkeys'
import { relyingPartyAt } from '../services/secondFactors/relyingParty'
import {
  isAccountActive,
  refuseUntil,
  refusingSlowly,
  runThrottled,
  type AuthenticatedAccount,
} from '../services/sessions/attempts'
import {
  countSuccess,
  forgetWrongCodes,
  recordAddressRequest,
  recordWrongCode,
  secondsUntilAddressAccepted,
  secondsUntilCodeAccepted,
} from '../services/sessions/limits'
import { passkeyOptionsAnswer } from './secondFactorAnswers'
import { signInAnswer } from './session.routes'

/** 401, as for a wrong password; a client tells it by its code from a wrong code, and asks for the password again. */
const challengeEnded = () =>
  new ApiError(
    401,
    'challenge_ended',
    'This sign-in has taken too long, or was completed already. Sign in again.',
  )
const wrongCode = () => new ApiError(401, 'wrong_code', 'The code is wrong, or has been used already.')
const wrongPasskey = () => new ApiError(401, 'wrong_passkey', 'This passkey is not known here.')

/** @throws ApiError 409 under an address for which browsers have no passkeys. */
export function partyOf(request: FastifyRequest) {
  const party = relyingPartyAt(originOf(request))
  if (!party)
    throw new ApiError(409, 'refused', 'Passkeys need a name in the address of this page, not numbers.')
  return party
}

type Outcome = SignInAnswer | 'ended' | 'wrong'
type Factor = 'code' | 'recovery code' | 'passkey'

/** The second step of a sign-in, and sign-in by a passkey alone (MFA-2, MFA-5). */
export function secondFactorSignInRoutes(app: FastifyInstance): void {
  const { database, secondFactors, sessions, devices } = app
  const open = { public: true } as const

  route(app, {
    method: 'POST',
    path: secondStep.path,
    config: open,
    document: documentRoute(
      'Session',
      'Prove the second factor of a sign-in',
      signInAnswer,
      secondStep.fields,
      [401, 409, 429, 503],
    ),
    handler: async (request, reply, readBody): Promise<SignInAnswer> => {
      const { challenge, one_time_code, passkey_response } = await readBody()
      if ((one_time_code === null) === (passkey_response === null))
        throw invalidFields({ one_time_code: 'Send a code or the answer of a passkey.' })
      const signIn = await secondFactors.readChallenge(challenge)
      if (!signIn) throw challengeEnded()
      const outcome = await refusingSlowly(async () => {
        const { db } = database
        refuseUntil(await secondsUntilCodeAccepted(db, signIn.user, nowOf(db)))
        const passkey =
          passkey_response === null
            ? null
            : await provedPasskey(db, partyOf(request), {
                challenge: signIn.webauthn,
                response: passkey_response,
                user: signIn.user,
              })
        const done = await inTransaction(database, { actor: signIn.user, requestId: request.id }, (write) =>
          secondStepOf(write, request, signIn, { code: one_time_code, passkey }),
        )
        if (done === 'ended') throw challengeEnded()
        if (done === 'wrong') throw passkey_response === null ? wrongCode() : wrongPasskey()
        return done
      })
      await devices.keep(reply, signIn.device)
      return outcome
    },
  })

  async function secondStepOf(
    write: Write,
    request: FastifyRequest,
    signIn: ReadSignIn,
    sent: { code: string | null; passkey: ProvedPasskey | null },
  ): Promise<Outcome> {
    const { address } = clientOf(request)
    const now = nowOf(write.db)
    // Attempts on other processes count as well.
    refuseUntil(await secondsUntilCodeAccepted(write.db, signIn.user, now))
    const account = await write.db
      .selectFrom('users')
      .select(['id', 'username', 'password_hash'])
      .where('id', '=', signIn.user)
      .executeTakeFirst()
    if (account?.password_hash == null || fingerprintOf(account.password_hash) !== signIn.fingerprint)
      return 'ended'
    if (!(await isAccountActive(write, account.id, account.password_hash))) return 'ended'
    const factor = await factorIn(write, account, sent)
    if (!factor) {
      await recordWrongCode(write.db, account.id, now)
      await audit(write, { action: 'second factor failed', resource: 'sessions', after: { address } })
      return 'wrong'
    }
    if (!(await secondFactors.useUp(write, signIn))) return 'ended'
    await forgetWrongCodes(write.db, account.id)
    const { username } = account
    const isKnown = await countSuccess(write.db, { username, address, device: signIn.device }, now)
    const client = { address, userAgent: request.headers['user-agent'] }
    return sessions.beginProved(write, account, signIn.remember, client, factor, !isKnown)
  }

  /** The factor that is proved; null where none is. */
  async function factorIn(
    write: Write,
    { id }: AuthenticatedAccount,
    { code, passkey }: { code: string | null; passkey: ProvedPasskey | null },
  ): Promise<Factor | null> {
    if (code !== null) return secondFactors.takeCode(write, id, code)
    return passkey && (await recordPasskeyUse(write, passkey)) ? 'passkey' : null
  }

  route(app, {
    method: 'POST',
    path: passkeySignInOptionsPath,
    config: open,
    document: documentRoute('Session', 'Begin to sign in with a passkey', passkeyOptionsAnswer, null, [409]),
    handler: (request) => secondFactors.beginPasskeySignIn(partyOf(request)),
  })

  route(app, {
    method: 'POST',
    path: passkeySignIn.path,
    config: open,
    document: documentRoute(
      'Session',
      'Sign in with a passkey',
      signInAnswer,
      passkeySignIn.fields,
      [401, 409, 429, 503],
    ),
    handler: async (request, reply, readBody): Promise<SignInAnswer> => {
      const { challenge, passkey_response: response, remember } = await readBody()
      const { address, requestId } = clientOf(request)
      const party = partyOf(request)
      const device = (await devices.read(request)) ?? devices.name()
      const outcome = await runThrottled(address, async () => {
        const { db } = database
        refuseUntil(await secondsUntilAddressAccepted(db, 'passkey', address, nowOf(db)))
        const begun = await secondFactors.readPasskeySignIn(challenge)
        if (!begun) throw challengeEnded()
        const proved = await provedPasskey(db, party, { challenge: begun.webauthn, response, user: null })
        return inTransaction(database, { actor: null, requestId }, async (write): Promise<Outcome> => {
          const now = nowOf(write.db)
          refuseUntil(await secondsUntilAddressAccepted(write.db, 'passkey', address, now))
          const account = proved && (await accountOf(write, proved))
          if (!account) {
            await recordAddressRequest(write.db, 'passkey', address, now)
            const entry = {
              action: 'sign-in failed',
              resource: 'sessions',
              after: { address, factor: 'passkey' },
            }
            await auditCounted(write, entry, address, 'passkey failed')
            return 'wrong'
          }
          if (!(await secondFactors.useUp(write, begun))) return 'ended'
          const isKnown = await countSuccess(write.db, { username: account.username, address, device }, now)
          const client = { address, userAgent: request.headers['user-agent'] }
          return sessions.beginProved(write, account, remember, client, 'passkey', !isKnown)
        })
      })
      if (outcome === 'ended') throw challengeEnded()
      if (outcome === 'wrong') throw wrongPasskey()
      await devices.keep(reply, device)
      return outcome
    },
  })

  /** The active account of a passkey that has been proved; null where there is none, or the proof came twice. */
  async function accountOf(write: Write, proved: ProvedPasskey): Promise<AuthenticatedAccount | null> {
    const { user_id: id } = proved.row
    if (!(await isAccountActive(write, id)) || !(await recordPasskeyUse(write, proved))) return null
    const { username } = await write.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, username }
  }
}

/**
 * The secret fields of second factors, and the code of answers that ask for one. Apart from the calls that they belong to, since
 * every page reads these and few need those.
 */
import { text, type Fields } from './fields'

/**
 * The code of every answer, a 409, to an account that must have a second factor and has none, but for those by which it is set
 * up (MFA-7). Not 403, which ends sessions in browsers.
 */
export const secondFactorRequired = 'second_factor_required'

/** Recovery codes at once. */
export const recoveryCodeCount = 10

export const secondFactorFields = {
  fields: {
    /** The key of an authenticator app, as text and as the address that its QR code holds. Shown once. */
    setup_key: text({ required: true, secret: true }),
    setup_uri: text({ required: true, secret: true }),
    /** Six digits of the authenticator app; a sign-in takes a recovery code in their place. */
    one_time_code: text({ secret: true, max: 40 }),
    /** Shown once. Null where there are codes already. */
    recovery_codes: { kind: 'list', of: 'text', maxItems: recoveryCodeCount, secret: true },
    /** Names a step of a registration or sign-in; signed by the server, good for five minutes and once. */
    challenge: text({ required: true, secret: true, max: 2_000 }),
    /** What the browser says for a passkey (RegistrationResponseJSON, AuthenticationResponseJSON), as JSON text. */
    passkey_response: text({ secret: true, max: 12_000 }),
  },
} as const satisfies { fields: Fields }

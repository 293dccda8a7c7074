/** Second factors of a user: an authenticator app, recovery codes and passkeys (MFA-1). */
import { text } from './fields'
import { secondFactorFields } from './secondFactorFields'
import { credentials } from './session'
import { passwordChange } from './users'

/** GET: the signed-in user's own second factors. */
export const secondFactorPath = '/api/users/me/second-factor/'

/** DELETE by the provider's team: all second factors of a user who has lost them (MFA-8). */
export const userSecondFactorPath = (id: number | ':id') => `/api/users/${id}/second-factor/`

/** The name of the kind of an authenticator app's codes, and of what may come in their place. */
export const factorKinds = ['code', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** The second factors of the signed-in user. */
export interface SecondFactors {
  /** Whether the account may have one: it has a password; else its directory asks for one. */
  can_have: boolean
  /** Whether passkeys work under this installation's address. */
  can_have_passkeys: boolean
  /** When the authenticator app was set up; null: there is none. */
  app_since: string | null
  /** How many recovery codes are unused. */
  recovery_codes_left: number
  passkeys: Passkey[]
}

/** A passkey, by the name that its user has given it. */
export interface Passkey {
  passkey_id: number
  name: string
  created_at: string
  /** Null before its first use. */
  last_used_at: string | null
}

/** Changes of second factors ask for the password, also of a user who is signed in. */
export const confirmedByPassword = {
  fields: { current_password: { ...passwordChange.fields.current_password, required: true } },
} as const

const { fields } = secondFactorFields
const challenge = { ...fields.challenge, apiDescription: 'As the step before has answered it.' } as const
const passkey_response = {
  ...fields.passkey_response,
  apiDescription: 'What the browser says for the passkey, as JSON text.',
} as const
const one_time_code = {
  ...fields.one_time_code,
  apiDescription: 'Six digits of the authenticator app, or in a sign-in a recovery code.',
} as const

/** POST begins to set up an authenticator app; it counts once a first code has been sent. */
export const appPath = `${secondFactorPath}app/`
/** The key of an authenticator app, as text and as the address that its QR code holds. Shown once. */
export interface AppSetup {
  setup_key: string
  setup_uri: string
}
export const appConfirmation = {
  path: `${appPath}confirmation/`,
  fields: { one_time_code: { ...one_time_code, required: true, requiredMessage: 'Enter the code' } },
} as const
/** POST, since it has a body: removes the authenticator app. */
export const appRemovalPath = `${appPath}removal/`

/** POST makes new recovery codes, in place of all older ones. */
export const recoveryCodesPath = `${secondFactorPath}recovery-codes/`
/** Recovery codes are shown once. Null where there are codes already. */
export interface MadeRecoveryCodes {
  recovery_codes: string[] | null
}

const passkeyName = text({ required: true, max: 100, apiDescription: 'What the user calls it.' })

export const passkeysPath = `${secondFactorPath}passkeys/`
/** POST with the password: what the browser needs to make a passkey. */
export const passkeyOptionsPath = `${passkeysPath}options/`
/** POST of a passkey that the browser has made. */
export const newPasskey = {
  fields: { challenge, name: passkeyName, passkey_response: { ...passkey_response, required: true } },
} as const
/** PATCH renames one. */
export const passkeyPath = (id: number | ':id') => `${passkeysPath}${id}/`
export const passkeyChange = { fields: { name: passkeyName } } as const
/** POST with the password removes one. */
export const passkeyRemovalPath = (id: number | ':id') => `${passkeyPath(id)}removal/`
/** Passkeys of one user at most. */
export const maxPasskeys = 20

/** What a browser needs for a passkey: options of WebAuthn (PublicKeyCredential…OptionsJSON), and the step they belong to. */
export interface PasskeyOptions {
  challenge: string
  options: object
}
/** A new passkey; with the first factor of an account come its recovery codes. */
export interface MadePasskey extends MadeRecoveryCodes {
  passkey: Passkey
}

/** Answer of POST /api/token/ where a second factor is needed: the right password alone begins no session (MFA-2). */
export interface SignInChallenge {
  second_factor: {
    challenge: string
    kinds: FactorKind[]
    /** For the browser, where the account has a passkey. */
    options: object | null
    /** Seconds that the challenge is good. */
    expires_in: number
  }
}

/** The second step of a sign-in: a code or a passkey. */
export const secondStep = {
  path: `${credentials.path}second-factor/`,
  fields: { challenge, one_time_code, passkey_response },
} as const

/** Sign-in by a passkey alone (MFA-5): POST for the options, then POST of what the browser says. */
export const passkeySignInOptionsPath = `${credentials.path}passkey/options/`
export const passkeySignIn = {
  path: `${credentials.path}passkey/`,
  fields: {
    challenge,
    passkey_response: { ...passkey_response, required: true },
    remember: credentials.fields.remember,
  },
} as const

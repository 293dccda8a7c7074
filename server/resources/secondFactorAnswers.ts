/** How the API document describes second factors. */
import { Type } from '@sinclair/typebox'
import { factorKinds } from '../../src/contract/secondFactor'
import { oneOf } from '../../src/contract/schema'

const momentOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

/** Options of WebAuthn, which a browser reads. */
const webauthnOptions = (description: string) => Type.Object({}, { additionalProperties: true, description })

export const passkeyAnswer = Type.Object({
  passkey_id: Type.Integer(),
  name: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  last_used_at: momentOrNull('Null before its first use.'),
})

export const factorsAnswer = Type.Object({
  can_have: Type.Boolean({ description: 'Whether the account signs in by a password, which they add to.' }),
  can_have_passkeys: Type.Boolean({
    description: 'Whether passkeys work under the address of this installation; not under one of numbers.',
  }),
  app_since: momentOrNull('Since when there is an authenticator app; null: there is none.'),
  recovery_codes_left: Type.Integer(),
  passkeys: Type.Array(passkeyAnswer),
})

export const appSetupAnswer = Type.Object({
  setup_key: Type.String({ description: 'The key, in base32; shown once.' }),
  setup_uri: Type.String({ description: 'The same as the address for a QR code, otpauth://….' }),
})

export const recoveryCodesAnswer = Type.Object({
  recovery_codes: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Shown once; null where there are some already.',
  }),
})

export const passkeyOptionsAnswer = Type.Object({
  challenge: Type.String({ description: 'Names this step in the next one; good for five minutes and once.' }),
  options: webauthnOptions('For the browser: PublicKeyCredentialCreationOptionsJSON or …RequestOptionsJSON.'),
})

export const madePasskeyAnswer = Type.Intersect([
  Type.Object({ passkey: passkeyAnswer }),
  recoveryCodesAnswer,
])

export const signInChallengeAnswer = Type.Object({
  second_factor: Type.Object(
    {
      challenge: Type.String({ description: 'For the second step; good for five minutes and once.' }),
      kinds: Type.Array(oneOf(factorKinds), { description: 'What the account has.' }),
      options: Type.Union([
        webauthnOptions(
          'For the browser, where a passkey can prove it: PublicKeyCredentialRequestOptionsJSON.',
        ),
        Type.Null(),
      ]),
      expires_in: Type.Integer({ description: 'Seconds that the challenge is good.' }),
    },
    { description: 'The password was right; a second factor is needed before there is a session.' },
  ),
})

import type { InputOf } from '../contract/fields'
import {
  passkeySignIn,
  passkeySignInOptionsPath,
  secondStep,
  type PasskeyOptions,
} from '../contract/secondFactor'
import { credentials } from '../contract/session'
import { api } from './kit/api'
import { send } from './kit/http'
import { settleSignIn, type SignedIn } from './sessionApi'

/** The second step of a sign-in, and sign-in by a passkey; loaded when one is begun (MFA-2, MFA-5). */
export const { useProveSecondFactorMutation, useBeginPasskeySignInMutation, useSignInByPasskeyMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      proveSecondFactor: build.mutation<SignedIn, { body: InputOf<typeof secondStep>; remember: boolean }>({
        queryFn: async ({ body, remember }, queryApi) => {
          const { data, error } = await send({ url: secondStep.path, method: 'POST', body }, queryApi)
          return error ? { error } : settleSignIn(queryApi, data, remember)
        },
      }),
      beginPasskeySignIn: build.mutation<PasskeyOptions, undefined>({
        query: () => ({ url: passkeySignInOptionsPath, method: 'POST' }),
        extraOptions: { anonymous: true },
      }),
      signInByPasskey: build.mutation<SignedIn, InputOf<typeof passkeySignIn>>({
        queryFn: async (body, queryApi) => {
          const { data, error } = await send({ url: passkeySignIn.path, method: 'POST', body }, queryApi)
          return error
            ? { error }
            : settleSignIn(queryApi, data, body.remember ?? credentials.fields.remember.default)
        },
      }),
    }),
  })

import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { InputOf } from '../contract/fields'
import { requiredFactors, type RequiredFactors, type RequiredFactorsInput } from '../contract/requiredFactors'
import {
  appConfirmation,
  appPath,
  appRemovalPath,
  passkeyOptionsPath,
  passkeyPath,
  passkeyRemovalPath,
  passkeysPath,
  recoveryCodesPath,
  secondFactorPath,
  userSecondFactorPath,
  type AppSetup,
  type confirmedByPassword,
  type MadePasskey,
  type MadeRecoveryCodes,
  type newPasskey,
  type Passkey,
  type PasskeyOptions,
  type SecondFactors,
} from '../contract/secondFactor'
import { api } from './kit/api'
import { listOf } from './kit/cacheTags'

type ByPassword = InputOf<typeof confirmedByPassword>

const changes = ['secondFactors'] as const
const post = (url: string, body: unknown): FetchArgs => ({ url, method: 'POST', body })
/** The dialog that sends the request shows its failure. */
const extraOptions = { messages: { failure: null } }

/** The signed-in user's own second factors (MFA-1, MFA-3, MFA-4). */
export const secondFactorApi = api.injectEndpoints({
  endpoints: (build) => ({
    secondFactors: build.query<SecondFactors, undefined>({
      query: () => ({ url: secondFactorPath }),
      providesTags: changes,
      keepUnusedDataFor: 0,
    }),
    beginApp: build.mutation<AppSetup, ByPassword>({ query: (body) => post(appPath, body), extraOptions }),
    confirmApp: build.mutation<MadeRecoveryCodes, InputOf<typeof appConfirmation>>({
      query: (body) => post(appConfirmation.path, body),
      invalidatesTags: changes,
      extraOptions,
    }),
    removeApp: build.mutation<null, ByPassword>({
      query: (body) => post(appRemovalPath, body),
      invalidatesTags: changes,
      extraOptions,
    }),
    makeRecoveryCodes: build.mutation<MadeRecoveryCodes, ByPassword>({
      query: (body) => post(recoveryCodesPath, body),
      invalidatesTags: changes,
      extraOptions,
    }),
    beginPasskey: build.mutation<PasskeyOptions, ByPassword>({
      query: (body) => post(passkeyOptionsPath, body),
      extraOptions,
    }),
    addPasskey: build.mutation<MadePasskey, InputOf<typeof newPasskey>>({
      query: (body) => post(passkeysPath, body),
      invalidatesTags: changes,
      extraOptions,
    }),
    renamePasskey: build.mutation<Passkey, Pick<Passkey, 'passkey_id' | 'name'>>({
      query: ({ passkey_id, name }) => ({ url: passkeyPath(passkey_id), method: 'PATCH', body: { name } }),
      invalidatesTags: changes,
      extraOptions,
    }),
    /** The accounts that must have one (MFA-11). */
    requiredFactors: build.query<RequiredFactors, undefined>({
      query: () => ({ url: requiredFactors.path }),
      keepUnusedDataFor: 0,
    }),
    /** The own account may be among them: the list of users is read again, which leads to the set-up then (MFA-7). */
    changeRequiredFactors: build.mutation<RequiredFactors, Partial<RequiredFactorsInput>>({
      query: (body) => ({ url: requiredFactors.path, method: 'PATCH', body }),
      invalidatesTags: [listOf('users')],
      extraOptions: {
        messages: {
          success: { title: 'Update', text: 'The requirement of second factors was saved.' },
          failure: null,
        },
      },
    }),
    /** Of another user, by the provider's team. */
    removeFactorsOfUser: build.mutation<null, number>({
      query: (id): FetchArgs => ({ url: userSecondFactorPath(id), method: 'DELETE' }),
      extraOptions,
    }),
    removePasskey: build.mutation<null, { id: number; body: ByPassword }>({
      query: ({ id, body }) => post(passkeyRemovalPath(id), body),
      invalidatesTags: changes,
      extraOptions,
    }),
  }),
})

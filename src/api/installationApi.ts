import { installationPath, type Installation } from '../contract/session'
import { api } from './kit/api'

export const installationApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Settings that the sign-in page needs before a sign-in. */
    installation: build.query<Installation, undefined>({
      query: () => ({ url: installationPath }),
      extraOptions: { anonymous: true },
    }),
  }),
})

export const { useInstallationQuery } = installationApi

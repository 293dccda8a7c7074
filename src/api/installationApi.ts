import { installationPath, type Installation } from '../contract/session'
import { api } from './kit/api'

export const installationApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the sign-in page needs to know before anybody has signed in. */
    installation: build.query<Installation, undefined>({
      query: () => ({ url: installationPath }),
      extraOptions: { anonymous: true },
    }),
  }),
})

export const { useInstallationQuery } = installationApi

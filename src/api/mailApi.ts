import type { ListAnswer } from '../contract/answers'
import {
  calendarsPath,
  mailCallbackPath,
  mailRedirectPath,
  type Calendar,
  type MailConsent,
  type MailRedirect,
} from '../contract/mail'
import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import { changeMutation, type Update } from './kit/mutations'

/** Connecting the mail account, and its calendars (SETUP-1 to SETUP-4). */
export const mailApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The address of the mail service's consent page; the browser returns from it to the given address. */
    mailRedirect: build.mutation<string, string>({
      query: (redirect_url) => ({ url: mailRedirectPath, params: { redirect_url } }),
      transformResponse: ({ url }: MailRedirect) => url,
    }),
    /** Exchanges a consent, once, for a connected account. */
    mailCallback: build.mutation<NormalizedResult, MailConsent>({
      query: (consent) => ({ url: mailCallbackPath, params: consent }),
      extraOptions: { resource: 'profiles', shape: 'one' },
    }),
    calendars: build.query<Calendar[], undefined>({
      query: () => ({ url: calendarsPath }),
      transformResponse: ({ results }: ListAnswer<Calendar>) => results,
    }),
    changeProfile: build.mutation<NormalizedResult, Update<'profiles'>>(
      changeMutation('profiles', { messages: { failure: null } }),
    ),
  }),
})

export const {
  useMailRedirectMutation,
  useMailCallbackMutation,
  useCalendarsQuery,
  useChangeProfileMutation,
} = mailApi

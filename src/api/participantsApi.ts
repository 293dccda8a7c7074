import type { ListAnswer } from '../contract/answers'
import { participantsPath, type Participant } from '../contract/session'
import { participantsLoaded } from '../store/pickerCache'
import { api } from './kit/api'
import { listOf } from './kit/cacheTags'
import { pickerPageSize } from './kit/queries'

/** Part of a name or an email, '' for all, and the page. */
interface ParticipantSearch {
  q: string
  limit: number
  offset: number
}

export const participantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The first possible recipients of messages and invitations; loaded at sign-in (AUTH-9) and stored (AUTH-15). */
    participants: build.query<Participant[], undefined>({
      query: () => ({ url: participantsPath, params: { limit: pickerPageSize, offset: 0 } }),
      transformResponse: ({ results }: ListAnswer<Participant>) => results,
      onQueryStarted: async (_arg, { queryFulfilled, dispatch }) => {
        const loaded = await queryFulfilled.catch(() => null)
        if (loaded) dispatch(participantsLoaded(loaded.data))
      },
    }),
    /** The participants found by a picker (SHELL-8, ACT-3). */
    participantSearch: build.query<ListAnswer<Participant>, ParticipantSearch>({
      query: ({ q, ...page }) => ({ url: participantsPath, params: { q: q || undefined, ...page } }),
      onQueryStarted: async (_arg, { queryFulfilled, dispatch }) => {
        const found = await queryFulfilled.catch(() => null)
        if (found && found.data.results.length > 0) dispatch(participantsLoaded(found.data.results))
      },
      // Participants are users or contacts.
      providesTags: (found) => (found ? [listOf('users'), listOf('contacts')] : []),
    }),
  }),
})

export const { useParticipantSearchQuery } = participantsApi

import type { ListAnswer } from '../contract/kit'
import { participantsPath, type Participant } from '../contract/session'
import { participantsLoaded } from '../store/picks'
import { api } from './kit/api'
import { listOf } from './kit/cacheTags'
import { firstPicks } from './kit/queries'

/** Part of a name or an email, '' for everybody, and which page of them. */
interface ParticipantSearch {
  q: string
  limit: number
  offset: number
}

export const participantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The first of those whom a message or an invitation can reach; loaded at sign-in (AUTH-9) and kept (AUTH-15). */
    participants: build.query<Participant[], undefined>({
      query: () => ({ url: participantsPath, params: { limit: firstPicks, offset: 0 } }),
      transformResponse: ({ results }: ListAnswer<Participant>) => results,
      onQueryStarted: async (_arg, { queryFulfilled, dispatch }) => {
        const loaded = await queryFulfilled.catch(() => null)
        if (loaded) dispatch(participantsLoaded(loaded.data))
      },
    }),
    /** Those whom a pick list finds (SHELL-8, ACT-3). */
    participantsFound: build.query<ListAnswer<Participant>, ParticipantSearch>({
      query: ({ q, ...page }) => ({ url: participantsPath, params: { q: q || undefined, ...page } }),
      // Whoever is written to is a user or a contact.
      providesTags: (found) => (found ? [listOf('users'), listOf('contacts')] : []),
    }),
  }),
})

export const { useParticipantsFoundQuery } = participantsApi

import type { ListAnswer } from '../contract/kit'
import { participantsPath, type Participant } from '../contract/session'
import { participantsLoaded } from '../store/picks'
import { api } from './kit/api'
import { firstPicks } from './kit/queries'

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
  }),
})

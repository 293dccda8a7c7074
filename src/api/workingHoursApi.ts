import { api } from './kit/api'
import type { Found } from './kit/baseQuery'
import { changeMutation, type Change } from './kit/mutations'

const kept = { success: { title: 'Update', text: 'Update successfully.' }, failure: null }

/** The working hours in the user's own profile (SCREEN-1); a failure is shown by the form. */
export const workingHoursApi = api.injectEndpoints({
  endpoints: (build) => ({
    keepWorkingHours: build.mutation<Found, Change<'profiles'>>(changeMutation('profiles', { words: kept })),
  }),
})

export const { useKeepWorkingHoursMutation } = workingHoursApi

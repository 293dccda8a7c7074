import { api } from './kit/api'
import type { Found } from './kit/baseQuery'
import { changeMutation, type Change } from './kit/mutations'

const kept = { success: { title: 'Update', text: 'Update successfully.' }, failure: null }

/** The part of the own profile that says when one works (SCREEN-1); a failure is told by the form that tried. */
export const workingHoursApi = api.injectEndpoints({
  endpoints: (build) => ({
    keepWorkingHours: build.mutation<Found, Change<'profiles'>>(changeMutation('profiles', { words: kept })),
  }),
})

export const { useKeepWorkingHoursMutation } = workingHoursApi

import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import { changeMutation, type Update } from './kit/mutations'

const messages = { success: { title: 'Update', text: 'Update successfully.' }, failure: null }

/** The working hours in the user's own profile (SCREEN-1); a failure is shown by the form. */
export const workingHoursApi = api.injectEndpoints({
  endpoints: (build) => ({
    saveWorkingHours: build.mutation<NormalizedResult, Update<'profiles'>>(
      changeMutation('profiles', { messages }),
    ),
  }),
})

export const { useSaveWorkingHoursMutation } = workingHoursApi

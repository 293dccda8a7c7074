import { defineResource } from '../kit/define'
import { checkOwnCalendar } from '../ports/mail/calendars'

export const profiles = defineResource('profiles', {
  personal: true,
  search: [],
  prepare: async (write, { nylas_default_calendar: calendar }, { before }) => {
    if (typeof calendar === 'string' && calendar !== before?.nylas_default_calendar)
      await checkOwnCalendar(write, 'nylas_default_calendar', calendar)
    return {}
  },
})

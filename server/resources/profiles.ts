import type { Generated } from 'kysely'
import { defineResource } from '../kit/define'
import { checkOwnCalendar } from '../ports/mail/calendars'

declare module '../db/tables' {
  interface ServerColumns {
    profiles: { search: Generated<string> }
  }
}

export const profiles = defineResource('profiles', {
  description:
    'The mail account, the default calendar and the working hours of a user; nobody else can change them.',
  routes: 'own',

  personal: true,
  search: [],
  prepare: async (write, { nylas_default_calendar: calendar }, { before }) => {
    if (typeof calendar === 'string' && calendar !== before?.nylas_default_calendar)
      await checkOwnCalendar(write, 'nylas_default_calendar', calendar)
    return {}
  },
})

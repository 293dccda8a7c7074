import { id, resource, text, weekHours } from './fields'

/** Settings private to one user: the mail account, the default calendar and the working hours. */
export const profiles = resource({
  name: 'profiles',
  path: '/api/profile/',
  title: 'Profile',
  idField: 'id',
  fields: {
    id: id(),
    nylas_access_token: text({
      readOnly: true,
      secret: true,
      apiDescription:
        'A marker, filled once a mail account is connected: `connected`, or `expired` where it has to be connected anew. The real token stays on the server.',
    }),
    mail_address: text({
      readOnly: true,
      apiDescription:
        'The address of the mailbox that is connected at a mail service; null where mail goes by the email of the user.',
    }),
    nylas_default_calendar: text(),
    working_hours: weekHours({
      apiDescription:
        'From Monday to Sunday by the clock of a time zone, null for a day off; null as a whole where none are known.',
    }),
  },
  orderings: ['id'],
  defaultOrdering: 'id',
})

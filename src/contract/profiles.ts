import { id, resource, text } from './kit'

/** What belongs to one user and to nobody else: the mail account and the default calendar. */
export const profiles = resource({
  name: 'profiles',
  path: '/api/profile/',
  title: 'Profile',
  idField: 'id',
  fields: {
    id: id(),
    nylas_access_token: text({
      readOnly: true,
      about: 'An opaque marker, filled once a mail account is connected; the real token stays on the server.',
    }),
    nylas_default_calendar: text(),
  },
  orderings: ['id'],
  defaultOrdering: 'id',
})

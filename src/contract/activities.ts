import { epoch, html, id, one, people, resource, stamps, text } from './kit'

/**
 * Activities, scheduled events and meetings, in one store: what one view creates the others show. Everybody may
 * see them; whoever created one, its participants and the provider's team may change it.
 */
export const activities = resource({
  name: 'activities',
  path: '/activities/api/activities/',
  title: 'Activity',
  idField: 'id',
  nameField: 'title',
  fields: {
    id: id(),
    title: text({ required: true, missing: 'This field is required.' }),
    description: html({ required: true, missing: 'This field is required.', alias: 'description_text' }),
    start: epoch({ required: true, missing: 'This field is required.' }),
    end: epoch({ about: 'Equal to start where it is not sent.' }),
    participants: people(),
    calendar_id: text({
      about: "One of the calendars of whoever creates it; without one, that user's default.",
    }),
    organization: one('organizations'),
    deal: one('opportunities', { about: 'The opportunity that it is about.' }),
    ...stamps,
  },
  orderings: ['title', 'start', 'end', 'created_at', 'modified_at'],
  defaultOrdering: 'start',
  filters: ['calendar_id', 'organization', 'deal', 'created_by'],
})

import { id, many, resource, stamps, text, trashed } from './fields'

/**
 * Teams of users, to which records can be limited (TEAM-1). They have nothing to do with the user type `team`, the provider's own
 * people, which is about rights.
 */
export const teams = resource({
  name: 'teams',
  path: '/api/mpg/teams/',
  title: 'Team',
  idField: 'team_id',
  nameField: 'name',
  fields: {
    team_id: id(),
    name: text({ required: true }),
    members: many('users', { apiDescription: 'Who sees and changes the records that are limited to it.' }),
    ...stamps,
    ...trashed,
  },
  orderings: ['name', 'created_at', 'modified_at'],
  defaultOrdering: 'name',
  filters: ['members'],
  trash: true,
})

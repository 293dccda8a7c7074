import { defineResource } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    teams: Searched & { name_key: string }
  }
}

/** Deleted only while no record is limited to them: else those would be seen by administrators alone. */
export const teams = defineResource('teams', {
  description: 'Teams of users, to which records can be limited.',
  links: {
    members: { table: 'team_members', own: 'team_id', target: 'user_id' },
  },
  search: ['name'],
  sortKeys: { name: 'name' },
  unique: { name: 'A team with this name exists already.' },
  restrictDelete: true,
})

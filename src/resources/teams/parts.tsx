import { teamsApi } from '../../api/teamsApi'
import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { nameColumn } from '../kit/nameColumn'
import { defineParts } from '../kit/resourceView'
import { TeamMembers } from './TeamMembers'

export const fieldMeta = defineFieldMeta('teams', {
  team_id: excludedFields,
  name: { label: 'Name' },
  members: {
    label: 'Members',
    help: 'They see and change the records that are limited to the team.',
    show: ({ members }) => <TeamMembers ids={members ?? []} />,
  },
  ...stampFieldMeta,
})

/** The fields of the form, in order. */
export const fields = ['name', 'members'] as const

/** The fields of a record's page, in order. */
export const facts = ['name', 'members'] as const

/** The columns of the list, left to right. */
export const columns = [
  nameColumn(fieldMeta, 'name', { width: '40%' }),
  columnOf(fieldMeta, 'members', { matters: 'wide' }),
  columnOf(fieldMeta, 'modified_at', { matters: 'wide' }),
]

/** Teams in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta,
  search: { endpoint: teamsApi.list },
  trash: {},
})

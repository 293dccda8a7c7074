import { contract, type ResourceName, type Row } from '../contract'
import { isSeveral, type Field } from '../contract/kit'

/** Builders of records as the server keeps them: say what the test is about, the rest is filled in. */

/** Every field of a record with the value that it has where nobody has said anything. */
export const blank = <N extends ResourceName>(resource: N): Row<N> => {
  const fields = Object.entries<Field>(contract[resource].fields).filter(([, field]) => !field.writeOnly)
  const values = fields.map(([name, field]) => [
    name,
    isSeveral(field) ? [] : 'default' in field ? field.default : null,
  ])
  return Object.fromEntries(values) as Row<N>
}

const stamped = {
  version: 1,
  created_by: 1,
  created_at: '2026-01-05T15:04:00.000Z',
  modified_by: 1,
  modified_at: '2026-02-06T16:05:00.000Z',
}

export const aUser = (given: Partial<Row<'users'>> = {}): Row<'users'> => ({
  id: 1,
  username: 'broker',
  first_name: 'Bea',
  last_name: 'Rowe',
  email: 'bea@basin.example',
  user_type: 'broker',
  is_active: true,
  profile: 1,
  created_at: stamped.created_at,
  ...given,
})

export const aProfile = (given: Partial<Row<'profiles'>> = {}): Row<'profiles'> => ({
  id: 1,
  nylas_access_token: 'connected',
  nylas_default_calendar: null,
  ...given,
})

export const aTag = (given: Partial<Row<'tags'>> = {}): Row<'tags'> => ({
  tag_id: 1,
  name: 'Winter',
  color: '#1d4ed8',
  description: 'Peaks in the cold months',
  ...stamped,
  ...given,
})

export const anOrganization = (given: Partial<Row<'organizations'>> = {}): Row<'organizations'> => ({
  ...blank('organizations'),
  organization_id: 1,
  name: 'Harbor Mills',
  ...stamped,
  ...given,
})

export const anOpportunity = (given: Partial<Row<'opportunities'>> = {}): Row<'opportunities'> => ({
  ...blank('opportunities'),
  opportunity_id: 1,
  opportunity_name: 'Harbor Mills winter strip',
  ...stamped,
  ...given,
})

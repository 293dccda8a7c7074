import { contract, type ResourceName, type Row } from '../contract'
import { isMultiValued, type Field } from '../contract/fields'

/** Builders of records as stored on the server: tests give the relevant fields, the rest is filled in. */

/** A record with the default value of every field. */
export const blank = <N extends ResourceName>(resource: N): Row<N> => {
  const fields = Object.entries<Field>(contract[resource].fields).filter(([, field]) => !field.writeOnly)
  const values = fields.map(([name, field]) => [
    name,
    isMultiValued(field) ? [] : 'default' in field ? field.default : null,
  ])
  return Object.fromEntries(values) as Row<N>
}

const stamped = {
  version: 1,
  created_by: 1,
  created_at: '2026-01-05T15:04:00.000Z',
  modified_by: 1,
  modified_at: '2026-02-06T16:05:00.000Z',
  deleted_at: null,
  deleted_by: null,
}

export const aUser = (given: Partial<Row<'users'>> = {}): Row<'users'> => ({
  id: 1,
  username: 'broker',
  first_name: 'Bea',
  last_name: 'Rowe',
  email: 'bea@basin.example',
  is_email_confirmed: true,
  is_service: false,
  user_type: 'broker',
  role: null,
  granted_rights: [],
  withheld_rights: [],
  is_active: true,
  status: 'active',
  version: 1,
  profile: 1,
  created_at: stamped.created_at,
  ...given,
})

export const aProfile = (given: Partial<Row<'profiles'>> = {}): Row<'profiles'> => ({
  id: 1,
  nylas_access_token: 'connected',
  mail_address: null,
  nylas_default_calendar: null,
  working_hours: null,
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

/** An unread message received from the team. */
export const aMessage = (given: Partial<Row<'messages'>> = {}): Row<'messages'> => ({
  id: 1,
  cc: [],
  bcc: [],
  direction: 'received',
  from: [{ id: 2, email: 'team@basin.example', first_name: 'Tom', last_name: 'Ash' }],
  to: [{ id: 1, email: 'bea@basin.example', first_name: 'Bea', last_name: 'Rowe' }],
  subject: 'Winter strip',
  text: '<p>Four cents down.</p>',
  attachments: [],
  is_read: false,
  sent_at: '2026-03-02T15:04:00.000Z',
  message_id: 'first@basin.example',
  in_reply_to: null,
  thread: 'first@basin.example',
  owner: 1,
  is_shared: false,
  deleted_at: null,
  deleted_by: null,
  ...given,
})

export const anOrganization = (given: Partial<Row<'organizations'>> = {}): Row<'organizations'> => ({
  ...blank('organizations'),
  organization_id: 1,
  name: 'Harbor Mills',
  ...stamped,
  ...given,
})

export const aContact = (given: Partial<Row<'contacts'>> = {}): Row<'contacts'> => ({
  ...blank('contacts'),
  contact_id: 1,
  title: 'ms',
  person_title: 'Ms',
  first_name: 'Ada',
  last_name: 'Quill',
  name: 'Quill, Ada',
  ...stamped,
  ...given,
})

export const anOrganizationContact = (
  given: Partial<Row<'organizationContacts'>> = {},
): Row<'organizationContacts'> => ({
  ...blank('organizationContacts'),
  organization_contact_id: 1,
  organization: 1,
  contact: 1,
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

export const aFile = (given: Partial<Row<'files'>> = {}): Row<'files'> => ({
  ...blank('files'),
  file_id: 1,
  filename: 'Usage 2027.pdf',
  file: `/api/mpg/file/${given.file_id ?? 1}/content/?expires=1&signature=s`,
  object_id: 'opportunity-1',
  content_type: 42,
  size: 12_480,
  media_type: 'application/pdf',
  created_by: 1,
  created_at: stamped.created_at,
  ...given,
})

export const aNote = (given: Partial<Row<'notes'>> = {}): Row<'notes'> => ({
  ...blank('notes'),
  id: 1,
  description: '<p>Asked for <strong>1,200 dth</strong>.</p>',
  object_id: 'opportunity-1',
  content_type: 12,
  ...stamped,
  ...given,
})

export const anActivity = (given: Partial<Row<'activities'>> = {}): Row<'activities'> => ({
  ...blank('activities'),
  id: 1,
  title: 'Call',
  description: '<p>About the winter strip.</p>',
  start: 1_772_900_000,
  ...stamped,
  ...given,
})

export const anAddress = (given: Partial<Row<'addresses'>> = {}): Row<'addresses'> => ({
  ...blank('addresses'),
  address_id: 1,
  address_street: '12 Harbor Road',
  city: 'Larkfield',
  zip_code: '60601',
  state: 1,
  ...stamped,
  ...given,
})

export const anOrganizationAddress = (
  given: Partial<Row<'organizationAddresses'>> = {},
): Row<'organizationAddresses'> => ({
  ...blank('organizationAddresses'),
  organization_address_id: 1,
  organization: 1,
  address: 1,
  address_type: ['headquarters'],
  ...stamped,
  ...given,
})

export const aState = (given: Partial<Row<'states'>> = {}): Row<'states'> => ({
  state_id: 1,
  acronym: 'OH',
  name: 'Ohio',
  ...given,
})

export const aUtility = (given: Partial<Row<'utilities'>> = {}): Row<'utilities'> => ({
  utility_id: 1,
  name: 'Larkmoor Gas',
  ...stamped,
  ...given,
})

export const aUtilityState = (given: Partial<Row<'utilityStates'>> = {}): Row<'utilityStates'> => ({
  utility_state_id: 1,
  name: 'Firm Transportation',
  status: 'active',
  enrollment_rule: null,
  enrollment_days: null,
  utility: 1,
  state: 1,
  ...stamped,
  ...given,
})

export const aBid = (given: Partial<Row<'bids'>> = {}): Row<'bids'> => ({
  ...blank('bids'),
  bid_id: 1,
  name: 'Winter strip',
  opportunity: 1,
  supplier: 'utility',
  legal_entity: 1,
  utility_state: 1,
  terms: [12],
  swing: [0.1],
  pricing_type: [1],
  ...stamped,
  ...given,
})

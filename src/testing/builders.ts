import type { Row } from '../contract'

/** Builders of records as the server keeps them: say what the test is about, the rest is filled in. */

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
  organization_id: 1,
  name: 'Harbor Mills',
  dba: null,
  zoominfo_id: null,
  tax_id: null,
  duns_number: null,
  bin_number: null,
  web_page: null,
  email: null,
  phone: null,
  linkedin: null,
  facebook: null,
  twitter: null,
  glassdoor: null,
  contact_source: null,
  type: null,
  structure: null,
  founding_year: null,
  state_of_incorporation: null,
  primary_industry: null,
  number_of_locations: null,
  estimated_revenue: null,
  estimated_emplpoyee_count: null,
  mpg_internal_id: null,
  fein_number: null,
  last_verification_date: null,
  ...stamped,
  ...given,
})

export const anOpportunity = (given: Partial<Row<'opportunities'>> = {}): Row<'opportunities'> => ({
  opportunity_id: 1,
  opportunity_name: 'Harbor Mills winter strip',
  tags: [],
  organizations: [],
  broker_name: null,
  broker_fee: null,
  notes: null,
  sales_annual_volume_manual: null,
  sales_represented: null,
  pricing_due_date: null,
  credit_request: 'no',
  source_type: null,
  source_name: null,
  source_rfp: null,
  source_fee: 0,
  fee_determinant_indirect: null,
  fee_determinant_direct: null,
  dekatherms: null,
  estimated_annual_volume: null,
  expected_close_date: null,
  ...stamped,
  ...given,
})

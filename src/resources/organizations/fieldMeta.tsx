import { DateText } from '../../ui/value/DateText'
import { formatNumber } from '../../ui/value/numbers'
import { defineFieldMeta, stampFieldMeta, excludedFields } from '../kit/fieldMeta'
import { teamFieldMeta } from '../teams/teamFieldMeta'
import { organizationName } from './paths'

const count = (ids: readonly number[] | null | undefined) => formatNumber(ids?.length ?? 0)

/** Metadata of the fields of organizations. */
export const organizationFieldMeta = defineFieldMeta('organizations', {
  organization_id: excludedFields,
  name: { label: 'Name', wide: true, show: ({ name }) => organizationName({ name: name ?? '' }) },
  dba: { label: 'DBA', help: 'Doing business as: the name that customers know.' },
  zoominfo_id: { label: 'Zoom Info ID', heading: 'ZOOM INFO ID' },
  tax_id: { label: 'Tax ID' },
  duns_number: { label: 'DUNS Number' },
  bin_number: { label: 'Experian ID', heading: 'EXPERIAN ID' },
  web_page: { label: 'Web Page' },
  email: { label: 'Email' },
  phone: { label: 'Phone' },
  linkedin: { label: 'LinkedIn' },
  facebook: { label: 'Facebook' },
  twitter: { label: 'Twitter' },
  glassdoor: { label: 'Glassdoor' },
  contact_source: { label: 'Contact Source' },
  type: { label: 'Type' },
  structure: { label: 'Structure' },
  founding_year: { label: 'Founding Year', input: 'serial' },
  state_of_incorporation: { label: 'State of Incorporation' },
  primary_industry: { label: 'Primary Industry' },
  number_of_locations: { label: 'Number of Locations' },
  estimated_revenue: { label: 'Estimated Revenue', prefix: '$', unit: () => 'a year' },
  estimated_emplpoyee_count: { label: 'Estimated Employee Count' },
  mpg_internal_id: { label: 'MPG Internal ID' },
  fein_number: { label: 'FEIN Number' },
  // A day stored as a moment: no time zone may shift it.
  last_verification_date: {
    label: 'Last Verification Date',
    show: ({ last_verification_date: moment }) =>
      moment && <DateText value={moment.slice(0, 'YYYY-MM-DD'.length)} format="day" />,
  },
  naics: { label: 'NAICS Codes', help: 'The first is the main one; 2 to 6 digits each.' },
  logo: { label: 'Logo' },
  home_state: { label: 'State' },
  merged_into: { label: 'Merged into' },
  team_id: teamFieldMeta('organizations'),
  addresses: { label: 'Addresses', show: ({ addresses }) => count(addresses) },
  contacts: { label: 'Contacts', show: ({ contacts }) => count(contacts) },
  bids: { label: 'Bids', show: ({ bids }) => count(bids) },
  address_street: { label: 'Street', wide: true },
  city: { label: 'City' },
  zip_code: { label: 'ZIP Code' },
  state: { label: 'State' },
  first_address: excludedFields,
  // Only asked where other organizations use the address, too.
  shared_address: excludedFields,
  ...stampFieldMeta,
})

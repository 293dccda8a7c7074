/** Examples for the API document: a valid and constant value for each field. */
import type { Format } from './formats'
import { contract } from '.'
import { isRelation, type Field } from './fields'
import { accountGroups, requiredFactors } from './requiredFactors'

const { fields: tag } = contract.tags
const { fields: contentType } = contract.contentTypes
const { fields: organization } = contract.organizations
const { fields: activity } = contract.activities
const { fields: utility } = contract.utilities
const { fields: service } = contract.utilityStates
const { fields: todo } = contract.todos

/** Fields whose name alone does not tell their content. */
const byField = new Map<Field, unknown>([
  [tag.name, 'Renewal'],
  [tag.description, 'An existing contract runs out'],
  [contentType.model, 'contact'],
  [organization.name, 'Larkfield Textiles'],
  [organization.state, 'IL'],
  [utility.name, 'Prairie Gas Light'],
  [service.name, 'Commercial'],
  [todo.start_time, '2027-03-01'],
  [todo.end_time, '2027-03-05'],
  [activity.end, 1_803_918_600],
  [activity.title, 'Pricing call'],
  [contract.states.fields.name, 'Illinois'],
  [contract.suppliers.fields.name, 'Copperlamp Energy'],
  [contract.curves.fields.name, 'NYMEX Henry Hub'],
  [contract.marketHolidays.fields.name, 'Good Friday'],
  [contract.sourceNames.fields.name, 'Aldermarch Energy Brokers'],
  [contract.contacts.fields.name, 'Brook, Ada'],
  [contract.views.fields.query, 'q=renewal'],
  [contract.files.fields.media_type, 'application/pdf'],
  [contract.files.fields.content_type, 33],
  [contract.notes.fields.content_type, 33],
  [todo.content_type, 51],
  // No role, and no rights given or taken, as with most accounts.
  [contract.users.fields.role, null],
  [contract.users.fields.granted_rights, []],
  [contract.users.fields.withheld_rights, []],
  // Of administrators alone: a copied example does not lock the others.
  ...accountGroups.map((group) => [requiredFactors.fields[group], group === 'administrator'] as const),
])

const byName: Readonly<Record<string, unknown>> = {
  acronym: 'IL',
  address_street: '120 Foundry Lane',
  annual_volume: 42_500,
  bin: '804512377',
  bin_number: '804512377',
  broker_fee: 0.05,
  broker_name: 'Aldermarch Energy Brokers',
  calendar_id: 'a1b2c3',
  city: 'Larkfield',
  code: 'q7Jx2',
  current_password: 'eight brass kettles',
  date_of_birth: '1980-05-17',
  department: 'Purchasing',
  estimated_annual_volume: 42_500,
  filename: 'Usage 2026.pdf',
  first_address: '12.3',
  first_name: 'Ada',
  founding_year: 1901,
  ice_handle: 'abrook',
  in_reply_to: '2f6b@larkfield.example',
  index_name: 'NYMEX Henry Hub',
  job_title: 'Plant manager',
  last_name: 'Brook',
  latitude: 41.88,
  longitude: -87.63,
  message_id: '7c1d@larkfield.example',
  object_id: 'contact-7',
  opportunity_name: 'Larkfield Mill',
  organization_name: 'Larkfield Textiles',
  password: 'seven small lanterns',
  prefered_checkin_frequency: 'Monthly',
  prefered_time_day_calls: 'Morning',
  prefered_time_day_emails: 'Afternoon',
  prefered_time_week_day_calls: 'Tuesday',
  prefered_time_week_day_emails: 'Thursday',
  primary_industry: 'Textile mills',
  quote_emails: ['quotes@copperlamp.example'],
  refresh: 'Vb1Y3k0pQm',
  sales_annual_volume_manual: 42_500,
  sales_represented: 'Jo Fields',
  // Not in the future.
  signed_on: '2026-03-02',
  size: 48_213,
  source_fee: 1_500,
  source_name: 'Aldermarch Energy Brokers',
  source_rfp: 1_204,
  start_date: '2027-11-01',
  state: 'IL',
  subject: 'Pricing for Larkfield Mill',
  thread: '2f6b@larkfield.example',
  time_needed: '00:30:00',
  username: 'abrook',
  version: 3,
  zip_code: '60601',
}

const byFormat: Readonly<Record<Exclude<Format, 'personName'>, string>> = {
  url: 'https://larkfield.example/',
  email: 'ada.brook@larkfield.example',
  phone: '555-010-0142',
  taxId: '12-3456789',
  duns: '808123456',
  timeZone: 'America/Chicago',
  username: 'abrook',
  color: '#1f6feb',
  month: '2027-03',
}

const day = { start: '08:00', end: '17:00' }
const hours = { time_zone: 'America/Chicago', days: [day, day, day, day, day, null, null] }

const person = { id: 12, email: byFormat.email, first_name: 'Ada', last_name: 'Brook' }

/** An example for a field of the contract. */
export function exampleOf(name: string, field: Field): unknown {
  if (byField.has(field)) return byField.get(field)
  if (field.kind === 'text' && field.format && field.format !== 'personName') return byFormat[field.format]
  return isRelation(field) ? byKind(name, field) : (byName[name] ?? byKind(name, field))
}

function byKind(name: string, field: Field): unknown {
  switch (field.kind) {
    case 'text':
      return words(name)
    case 'html':
      return '<p>Wants a price for <strong>twelve months</strong>.</p>'
    case 'signedUrl':
      return `/api/mpg/file/7/content/?expires=1803916800&session=5f0c2b&signature=Zm9v`
    case 'number':
    case 'integer':
      return field.max === undefined || field.max > 12 ? 12 : field.max
    case 'epoch':
      return 1_803_916_800
    case 'boolean':
      return field.default ?? true
    case 'date':
      return '2027-03-31'
    case 'dayOrMoment':
      return '2027-03-31'
    case 'timestamp':
      return '2027-03-01T14:30:00.000Z'
    case 'choice':
      return field.default ?? field.options[0]
    case 'list':
      return field.options ? field.options.slice(0, 2) : [field.of === 'number' ? 7 : '2211']
    case 'people':
      return [person]
    case 'weekHours':
      return hours
    case 'one':
      return 7
    case 'many':
      return [7, 12]
  }
}

/** A field's name as separate words. */
const words = (name: string): string => {
  const text = name.replaceAll('_', ' ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

import { phoneForms } from './formats'
import {
  choice,
  id,
  integer,
  signedUrl,
  many,
  number,
  one,
  resource,
  stamps,
  text,
  texts,
  timestamp,
  trashed,
} from './fields'

/** Codes of the North American Industry Classification System: from a sector's two digits to a trade's six. */
/** Maximum number of digits of an industry code. */
export const longestCode = 6

export const naicsCodes = {
  fits: (code: string) => /^\d{2,}$/.test(code) && code.length <= longestCode,
  text: 'Enter codes of 2 to 6 digits.',
} as const

/** A register number that duplicates are found by. */
const compared = text({ shape: 'identifier', apiDescription: 'By its digits.' })

/** Description of tax IDs in the API document. */
const taxIdForms =
  "Nine digits with spaces, dashes or a label are kept as '##-#######'; other texts as they are."

/** Legal entities: customers, suppliers and other parties to a contract. */
export const organizations = resource({
  name: 'organizations',
  path: '/api/mpg/organizations/',
  title: 'Organization',
  idField: 'organization_id',
  nameField: 'name',
  fields: {
    organization_id: id(),
    name: text({ required: true }),
    dba: text({ apiDescription: 'Doing business as.' }),
    zoominfo_id: text({ shape: 'identifier' }),
    tax_id: text({ shape: 'identifier', format: 'taxId', apiDescription: taxIdForms }),
    duns_number: text({
      shape: 'identifier',
      format: 'duns',
      apiDescription:
        'Nine digits with spaces, dashes or a label are kept as digits; other texts as they are.',
    }),
    bin_number: text({
      shape: 'identifier',
      apiDescription: "The credit bureau's number, shown as Experian ID.",
    }),
    web_page: text({ format: 'url' }),
    email: text({ format: 'email' }),
    phone: text({ format: 'phone', apiDescription: phoneForms }),
    linkedin: text({ format: 'url' }),
    facebook: text({ format: 'url' }),
    twitter: text({ format: 'url' }),
    glassdoor: text({ format: 'url' }),
    contact_source: text({
      suggestions: ['Referral', 'Trade show', 'Credit bureau', 'Web inquiry', 'Cold call', 'Past customer'],
    }),
    type: text({ suggestions: ['Commercial', 'Industrial', 'Institutional', 'Agricultural', 'Public'] }),
    structure: text({
      suggestions: [
        'Corporation',
        'Limited liability company',
        'Limited partnership',
        'General partnership',
        'Sole proprietorship',
        'Cooperative',
        'Nonprofit or public body',
      ],
    }),
    founding_year: integer({ min: 1000, max: 9999 }),
    state_of_incorporation: text(),
    primary_industry: text(),
    number_of_locations: integer({ min: 0 }),
    estimated_revenue: number({ min: 0, apiDescription: 'USD a year.' }),
    estimated_emplpoyee_count: integer({
      min: 0,
      apiDescription: 'The misspelling is part of the contract (API-5).',
    }),
    mpg_internal_id: text({ shape: 'identifier' }),
    fein_number: text({ shape: 'identifier', format: 'taxId', apiDescription: taxIdForms }),
    last_verification_date: timestamp(),
    naics: texts({ maxItems: 4, apiDescription: 'Industry codes of 2 to 6 digits.' }),
    logo: signedUrl({
      apiDescription:
        'An image, readable for a while by a plain link; sent as a multipart field of this name.',
    }),
    home_state: one('states', {
      readOnly: true,
      apiDescription: 'The state that it was made with, as long as it has no address.',
    }),
    addresses: many('addresses', {
      readOnly: true,
      apiDescription: 'The first of them is the one that the form edits.',
    }),
    contacts: many('contacts', { readOnly: true }),
    bids: many('bids', { readOnly: true, apiDescription: 'Where it is the legal entity.' }),
    address_street: text({ writeOnly: true, apiDescription: 'Of the first address (ORG-4).' }),
    city: text({ writeOnly: true, apiDescription: 'Of the first address.' }),
    zip_code: text({
      writeOnly: true,
      max: 10,
      shape: 'identifier',
      apiDescription: 'Of the first address.',
    }),
    state: text({
      writeOnly: true,
      apiDescription: 'Of the first address, by its code or id; a new organization needs one.',
    }),
    first_address: text({
      writeOnly: true,
      apiDescription:
        'Which first address has been seen, and in which version: `id.version`, empty for none. Where it is another one by now, nothing is changed (409), and `current` tells it.',
    }),
    shared_address: choice(['create', 'update'], {
      writeOnly: true,
      apiDescription:
        'What a change of an address does that others share: a new one for this organization, or for all.',
    }),
    merged_into: one('organizations', {
      readOnly: true,
      apiDescription: 'Of one in the trash: the organization that it was merged into.',
    }),
    team_id: one('teams', {
      apiDescription: 'The team to which it is limited, with what hangs on it; null: all users see it.',
    }),
    ...stamps,
    ...trashed,
  },
  orderings: ['name', 'tax_id', 'duns_number', 'bin_number', 'zoominfo_id', 'created_at', 'modified_at'],
  defaultOrdering: 'name',
  // The numbers are unique to one organization: duplicates are found by them.
  filters: ['tax_id', 'duns_number', 'bin_number', 'team_id'],
  filterable: [
    'name',
    'dba',
    'tax_id',
    'duns_number',
    'bin_number',
    'contact_source',
    'type',
    'structure',
    'primary_industry',
    'founding_year',
    'number_of_locations',
    'estimated_revenue',
    'estimated_emplpoyee_count',
    'team_id',
    'created_by',
    'created_at',
    'modified_by',
    'modified_at',
  ],
  bulk: [
    'contact_source',
    'type',
    'structure',
    'state_of_incorporation',
    'primary_industry',
    'founding_year',
    'number_of_locations',
    'estimated_revenue',
    'estimated_emplpoyee_count',
    'last_verification_date',
  ],
  trash: true,
  namedWhenHidden: true,
  duplicates: {
    parameters: {
      name: text({ apiDescription: 'Case, punctuation and spaces do not count.' }),
      tax_id: compared,
      duns_number: compared,
      bin_number: compared,
      email: text({ shape: 'identifier', apiDescription: 'In capitals or not.' }),
      phone: text({ shape: 'identifier', apiDescription: 'By its digits, without an extension.' }),
    },
    criteria: {
      name: ['name'],
      tax_id: ['tax_id'],
      duns_number: ['duns_number'],
      bin_number: ['bin_number'],
      email: ['email'],
      phone: ['phone'],
    },
  },
})

import {
  choice,
  date,
  id,
  integer,
  many,
  number,
  one,
  options,
  resource,
  stamps,
  text,
  trashed,
} from './fields'
import { monthly } from './gas/choices'
import { latestStartYear } from './limits'

const quantity = { unitField: 'volume_unit' } as const
const monthVolume = number({ min: 0, quantity, apiDescription: 'The volume of the month, in volume_unit.' })

/** Lengths of a contract in months; the value is the id. */
export const termMonths = Array.from({ length: 48 }, (_, index) => index + 1)
/** How far usage may leave the contracted volume, as a fraction: 5 % to 100 % in steps of 5 %. */
export const swingFractions = Array.from({ length: 20 }, (_, index) => (index + 1) / 20)
/** Whole numbers above 1 count the steps. */
const swingIds = Object.fromEntries(swingFractions.slice(1).map((fraction, index) => [index + 2, fraction]))
/** Ids of the pricing types by their names. */
export const pricingTypes = { fixed: 1, 'nymex+': 2, index: 3 } as const

/** Pricing requests to suppliers, each for one opportunity, one legal entity and one utility's service. */
export const bids = resource({
  name: 'bids',
  path: '/api/mpg/bids/',
  title: 'Bid',
  idField: 'bid_id',
  nameField: 'name',
  fields: {
    bid_id: id(),
    name: text(),
    opportunity: one('opportunities', { required: true }),
    supplier: choice(['utility', 'direct'], { required: true }),
    legal_entity: one('organizations', { required: true, requiredMessage: 'Select a valid Organization.' }),
    utility_state: one('utilityStates', { required: true }),
    annual_volume: number({ min: 0, quantity, apiDescription: 'A year, in volume_unit.' }),
    volume_unit: choice(['dth', 'th'], {
      default: 'dth',
      apiDescription: 'Dekatherms or therms; 1 dth = 10 th.',
    }),
    ...monthly(monthVolume),
    terms: options(termMonths, { required: true, apiDescription: 'Lengths of the contract in months.' }),
    swing: options(swingFractions, {
      required: true,
      optionAliases: swingIds,
      apiDescription: 'Fractions of the contracted volume; the whole numbers 2 to 20 count as steps of 0.05.',
    }),
    pricing_type: options([1, 2, 3], {
      required: true,
      optionAliases: pricingTypes,
      apiDescription: '1 fixed, 2 nymex+, 3 index; names are accepted.',
    }),
    site_count: integer({ min: 0 }),
    meter_count: integer({ min: 0 }),
    start_date: date({ lastYear: latestStartYear, apiDescription: `Until ${latestStartYear}.` }),
    special_pricing_needs: text(),
    new_renewal: choice(['New', 'Renewal']),
    index_name: text(),
    pricing_point: choice(['City Gate', 'Burner Tip']),
    utility_accounts: many('utilityAccounts', { apiDescription: 'Those that are priced.' }),
    ...stamps,
    ...trashed,
  },
  orderings: [
    'name',
    'opportunity',
    'supplier',
    'legal_entity',
    'utility_state',
    'annual_volume',
    'pricing_type',
    'terms',
    'start_date',
    'created_at',
    'modified_at',
  ],
  defaultOrdering: 'name',
  filters: ['opportunity', 'legal_entity', 'utility_state', 'supplier'],
  filterable: [
    'name',
    'opportunity',
    'supplier',
    'legal_entity',
    'utility_state',
    'annual_volume',
    'terms',
    'swing',
    'pricing_type',
    'site_count',
    'meter_count',
    'start_date',
    'new_renewal',
    'pricing_point',
    'created_by',
    'created_at',
    'modified_by',
    'modified_at',
  ],
  bulk: [
    'supplier',
    'legal_entity',
    'utility_state',
    'utility_accounts',
    'terms',
    'swing',
    'pricing_type',
    'start_date',
    'special_pricing_needs',
    'new_renewal',
    'index_name',
    'pricing_point',
  ],
  trash: true,
})

import {
  boolean,
  choice,
  date,
  dayOrMoment,
  id,
  integer,
  many,
  number,
  options,
  resource,
  stamps,
  text,
  trashed,
} from './fields'
import { readinessLines } from './gas/choices'

/** Prospective deals. Volumes are in dekatherms, or in therms where `dekatherms` is false. */
export const opportunities = resource({
  name: 'opportunities',
  path: '/api/mpg/opportunities/',
  title: 'Opportunity',
  idField: 'opportunity_id',
  nameField: 'opportunity_name',
  fields: {
    opportunity_id: id(),
    opportunity_name: text({ required: true }),
    tags: many('tags'),
    organizations: many('organizations', { apiDescription: 'The legal entities of the deal.' }),
    broker_name: text(),
    broker_fee: number({ apiDescription: 'USD per therm or dekatherm, see dekatherms.' }),
    bids: many('bids', { readOnly: true }),
    notes: text({
      max: 10_000,
      shape: 'lines',
      apiDescription: 'A plain-text summary; the notes with authors are a resource of their own.',
    }),
    sales_annual_volume_manual: number({
      min: 0,
      quantity: { unitField: 'dekatherms' },
      apiDescription: 'A year, in the unit that dekatherms names.',
    }),
    sales_represented: text(),
    pricing_due_date: dayOrMoment(),
    credit_request: choice(['no', 'yes'], { default: 'no' }),
    source_type: choice(['INDIRECT', 'DIRECT']),
    source_name: text(),
    source_rfp: number({ max: 999_999_999_999_999, apiDescription: 'The RFP number of an indirect source.' }),
    source_fee: number({ default: 0, apiDescription: 'USD per therm or dekatherm, see dekatherms.' }),
    fee_determinant_indirect: boolean(),
    fee_determinant_direct: boolean(),
    dekatherms: boolean({
      apiDescription: 'True: fees and volumes are per dekatherm; false: per therm (1 dth = 10 th).',
    }),
    estimated_annual_volume: number({ min: 0, quantity: { unitField: 'dekatherms' } }),
    expected_close_date: date(),
    ready_score: integer({
      readOnly: true,
      min: 0,
      max: 100,
      apiDescription: 'How ready it is to be priced, 0 to 100; null until it has been counted.',
    }),
    ready_missing: options(readinessLines, {
      readOnly: true,
      apiDescription: 'What it lacks to be priced; counted in the background where that has changed.',
    }),
    ...stamps,
    ...trashed,
  },
  orderings: [
    'opportunity_name',
    'tags',
    'sales_annual_volume_manual',
    'pricing_due_date',
    'created_at',
    'modified_at',
    'sales_represented',
    'ready_score',
  ],
  defaultOrdering: 'opportunity_name',
  filters: ['tags', 'organizations'],
  trash: true,
})

/** The fields that an opportunity requires besides the source's name, by its source (OPN-3). */
export const neededBySource = {
  INDIRECT: ['source_name'],
  DIRECT: ['expected_close_date', 'estimated_annual_volume'],
} as const

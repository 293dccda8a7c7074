import { capitalized } from '../../contract/formats'
import type { afterEnds, ContractState, noticeKinds, startRules } from '../../contract/gas/choices'
import { pricingTypeName, swingName, termName } from '../bids/names'
import { defineFieldMeta, excludedFields, stampFieldMeta, type Known } from '../kit/fieldMeta'
import { OpportunityLink } from '../opportunities/OpportunityLink'

const perPriceUnit = ({ price_unit }: Known<'contracts'>) => `per ${price_unit ?? 'dth'}`
const inVolumeUnit = ({ volume_unit }: Known<'contracts'>) => volume_unit ?? 'dth'

/** The names of the states of contracts (CTR-7). */
export const stateName = (state: ContractState): string => capitalized(state.replace('_', '-'))

const afterEndNames: Readonly<Record<(typeof afterEnds)[number], string>> = {
  ends: 'Ends',
  evergreen: 'Evergreen',
  holdover: 'Holdover',
  auto_renew: 'Auto-renew',
}

const monthly = (label: string) => ({ label, unit: inVolumeUnit })

/** Metadata of the fields of contracts. */
export const fieldMeta = defineFieldMeta('contracts', {
  contract_id: excludedFields,
  contract_number: { label: 'Contract Number', heading: 'Contract' },
  opportunity: {
    label: 'Opportunity',
    show: ({ opportunity }) => typeof opportunity === 'number' && <OpportunityLink id={opportunity} />,
  },
  bid: excludedFields,
  quote: excludedFields,
  organization: { label: 'Organization' },
  supplier: { label: 'Supplier', help: 'Required to sign.' },
  utility_state: { label: 'Utility' },
  pricing_type: { label: 'Pricing Type', nameOf: pricingTypeName, show: shownPricing },
  price: { label: 'Price', prefix: '$', unit: perPriceUnit },
  price_unit: { label: 'Price Unit' },
  pricing_point: { label: 'Pricing Point' },
  index_curve: { label: 'Curve' },
  swing: { label: 'Swing', help: 'A fraction: 0.1 is 10%, 1 never settles.', show: shownSwing },
  fee: { label: 'Fee', prefix: '$', unit: ({ fee_unit }) => `per ${fee_unit ?? 'dth'}` },
  fee_unit: { label: 'Fee Unit' },
  term: {
    label: 'Term',
    unit: () => 'months',
    help: 'Required to sign.',
    show: ({ term }) => typeof term === 'number' && termName(term),
  },
  start_rule: {
    label: 'Flow Starts',
    nameOf: (rule: (typeof startRules)[number]) =>
      rule === 'first_of_month' ? 'On the start date' : 'With the meter reading',
  },
  start_date: { label: 'Start Date', heading: 'Start', format: 'day', help: 'Required to sign.' },
  end_date: { label: 'End Date', heading: 'End', format: 'day' },
  january_volume: monthly('January'),
  february_volume: monthly('February'),
  march_volume: monthly('March'),
  april_volume: monthly('April'),
  may_volume: monthly('May'),
  june_volume: monthly('June'),
  july_volume: monthly('July'),
  august_volume: monthly('August'),
  september_volume: monthly('September'),
  october_volume: monthly('October'),
  november_volume: monthly('November'),
  december_volume: monthly('December'),
  volume_unit: { label: 'Volume Unit' },
  after_end: {
    label: 'After the End',
    nameOf: (after: (typeof afterEnds)[number]) => afterEndNames[after],
  },
  notice_days: { label: 'Notice', unit: () => 'days before the end' },
  notice_kind: {
    label: 'Days of Notice Are',
    nameOf: (kind: (typeof noticeKinds)[number]) => (kind === 'calendar' ? 'Calendar days' : 'Business days'),
  },
  notice_open_days: { label: 'Notice Opens', unit: () => 'days before the end' },
  notice_by: { label: 'Notice By', format: 'day' },
  notice_opens: { label: 'Notice Opens On', format: 'day' },
  state: { label: 'State', nameOf: stateName },
  days_to_end: { label: 'Days to the End', heading: 'Days Left' },
  bucket: { label: 'Renewal Within', unit: () => 'days' },
  annual_dth: { label: 'Annual Volume', heading: 'dth a Year', unit: () => 'dth' },
  yearly_fee: { label: 'Yearly Fee', heading: 'Fee a Year', prefix: '$' },
  signed_on: { label: 'Signed On', heading: 'Signed', format: 'day' },
  terminated_on: { label: 'Terminated On', format: 'day' },
  termination_reason: { label: 'Reason of the Termination' },
  renews: { label: 'Renews' },
  renewed_on: { label: 'Renewal Signed On', format: 'day' },
  renewal: {
    label: 'Renewal',
    show: ({ renewal }) => typeof renewal === 'number' && <OpportunityLink id={renewal} />,
  },
  notes: { label: 'Notes', wide: true },
  ...stampFieldMeta,
})

function shownSwing({ swing }: Known<'contracts'>) {
  return typeof swing === 'number' && swingName(swing)
}

function shownPricing({ pricing_type }: Known<'contracts'>) {
  return typeof pricing_type === 'number' && pricingTypeName(pricing_type)
}

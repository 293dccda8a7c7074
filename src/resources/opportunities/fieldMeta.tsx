import type { LostReason, Stage } from '../../contract/stages'
import type { VolumeUnit } from '../../contract/units'
import { formatNumber } from '../../ui/value/numbers'
import { defineFieldMeta, stampFieldMeta, excludedFields, type Known } from '../kit/fieldMeta'
import { TagBadges } from '../tags/TagBadges'
import { teamFieldMeta } from '../teams/teamFieldMeta'
import { lostReasonNames, stageNames } from './stageNames'
import { StageBadge } from './StageBadge'

type Opportunity = Known<'opportunities'>

/** Dekatherms, unless the opportunity is in therms. */
export const unitOf = ({ dekatherms }: Opportunity): VolumeUnit => (dekatherms === false ? 'th' : 'dth')
const perUnit = (record: Opportunity) => `/ ${unitOf(record)}`

/** Metadata of the fields of opportunities. */
export const opportunityFieldMeta = defineFieldMeta('opportunities', {
  opportunity_id: excludedFields,
  opportunity_name: { label: 'Opportunity Name', wide: true },
  tags: { label: 'Tags', show: ({ tags }) => <TagBadges ids={tags ?? []} /> },
  organizations: { label: 'Organizations' },
  broker_name: { label: 'Broker Name' },
  broker_fee: { label: 'Broker Fee', prefix: '$', unit: perUnit },
  bids: { label: 'Bids', show: ({ bids }) => formatNumber(bids?.length ?? 0) },
  notes: { label: 'Notes', wide: true },
  sales_annual_volume_manual: { label: 'Annual Volume', unit: unitOf },
  sales_represented: { label: 'Sales Person Represented' },
  pricing_due_date: {
    label: 'Pricing Due Date',
    heading: 'Due Date',
    help: 'Without a time, any time that day.',
  },
  credit_request: { label: 'Credit Request', nameOf: (option: string) => option.toUpperCase() },
  source_type: { label: 'Source Type' },
  source_name: { label: 'Source Name' },
  source_rfp: { label: 'Source RFP', input: 'serial' },
  source_fee: { label: 'Source Fee', prefix: '$', unit: perUnit },
  // Both are derived from the source type and the unit.
  fee_determinant_indirect: excludedFields,
  fee_determinant_direct: excludedFields,
  dekatherms: {
    label: 'Fee Determinant',
    help: 'Switching converts every fee and volume: 1 dth = 10 th.',
    nameOf: (isDekatherms: boolean) => (isDekatherms ? 'Per_Dekatherm' : 'Per_Therm'),
  },
  estimated_annual_volume: { label: 'Estimated Annual Volume', unit: unitOf },
  expected_close_date: { label: 'Expected Close Date' },
  stage: {
    label: 'Stage',
    nameOf: (stage: Stage) => stageNames[stage],
    show: ({ stage }) => stage && <StageBadge stage={stage} />,
  },
  lost_reason: { label: 'Lost Reason', nameOf: (reason: LostReason) => lostReasonNames[reason] },
  lost_note: { label: 'Lost Details', wide: true },
  stage_changed_on: { label: 'Stage Since' },
  team_id: teamFieldMeta('opportunities'),
  ready_score: { label: 'Ready to Price', heading: 'Ready' },
  // It stands with the score.
  ready_missing: excludedFields,
  ...stampFieldMeta,
})

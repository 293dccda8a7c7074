import type { ReactNode } from 'react'
import { useRow } from '../../api/hooks'
import type { Row } from '../../contract'
import { DateText } from '../../ui/DateText'
import { DescriptionTable } from '../../ui/DescriptionTable'
import { formatNumber } from '../../ui/numbers'
import { labels } from './form/values'
import { BrokerFee, Volume } from './values'

type Opportunity = Row<'opportunities'>
type Lines<L extends string> = Readonly<Record<L, ReactNode>>

const Username = ({ id }: { id: number | null }) => useRow('users', id)?.username

const detailLabels = [
  'Annual Volume',
  'Sales Person Represented',
  'Broker Name',
  'Broker Fee',
  'Credit Request',
  'Pricing Due Date',
] as const

/** OPD-3 */
const detailsOf = (opportunity: Opportunity): Lines<(typeof detailLabels)[number]> => ({
  'Annual Volume': opportunity.sales_annual_volume_manual !== null && (
    <Volume opportunity={opportunity} of="sales_annual_volume_manual" />
  ),
  'Sales Person Represented': opportunity.sales_represented,
  'Broker Name': opportunity.broker_name,
  'Broker Fee': opportunity.broker_fee !== null && <BrokerFee opportunity={opportunity} />,
  'Credit Request': opportunity.credit_request.toUpperCase(),
  'Pricing Due Date': opportunity.pricing_due_date !== null && (
    <DateText value={opportunity.pricing_due_date} format="moment" />
  ),
})

const metadataLabels = ['Version', 'Created by', 'Modified by', 'Created at', 'Modified at'] as const

/** OPD-4 */
const metadataOf = (opportunity: Opportunity): Lines<(typeof metadataLabels)[number]> => ({
  Version: opportunity.version,
  'Created by': opportunity.created_by !== null && <Username id={opportunity.created_by} />,
  'Modified by': opportunity.modified_by !== null && <Username id={opportunity.modified_by} />,
  'Created at': <DateText value={opportunity.created_at} format="moment" />,
  'Modified at': <DateText value={opportunity.modified_at} format="moment" />,
})

/** Where the deal comes from, as far as anybody has said (OPN-4). */
const sourceOf = (opportunity: Opportunity): [label: string, value: ReactNode][] => {
  const { source_type, source_name, source_rfp, source_fee, dekatherms } = opportunity
  const perUnit = dekatherms ? 'Per_Dekatherm' : 'Per_Therm'
  const lines: [label: string, value: ReactNode][] = [
    [labels.source_type, source_type],
    [labels.source_name, source_name],
    [labels.source_rfp, source_rfp !== null && String(source_rfp)],
    // Nothing is paid to the source of a direct deal, and so little says nothing elsewhere.
    [labels.source_fee, source_fee !== 0 && `$${formatNumber(source_fee)}`],
    [labels.fee_determinant, dekatherms !== null && perUnit],
    [
      labels.estimated_annual_volume,
      opportunity.estimated_annual_volume !== null && (
        <Volume opportunity={opportunity} of="estimated_annual_volume" />
      ),
    ],
    [
      labels.expected_close_date,
      opportunity.expected_close_date !== null && (
        <DateText value={opportunity.expected_close_date} format="day" />
      ),
    ],
  ]
  const filled = lines.filter(([, value]) => value !== false && value !== null)
  // By itself the unit says nothing of a source.
  return filled.some(([label]) => label !== labels.fee_determinant) ? filled : []
}

/** Most deals have one. */
const waitingSource = [labels.source_type, labels.source_name, labels.source_fee].map(
  (label) => [label, <span className="bar" />] as const,
)

interface TableProps<L extends string> {
  title: string
  labels: readonly L[]
  /** Undefined while nothing is known: bars stand in. */
  values: Lines<L> | undefined
}

const Table = <L extends string>({ title, labels: names, values }: TableProps<L>) => (
  <DescriptionTable
    title={title}
    lines={names.map((name) => [name, values ? values[name] : <span className="bar" />])}
  />
)

/** What is known of an opportunity, in tables. */
export const DetailTables = ({ opportunity }: { opportunity: Opportunity | undefined }) => {
  const source = opportunity ? sourceOf(opportunity) : waitingSource
  return (
    <div className="detail-tables">
      <Table title="Details" labels={detailLabels} values={opportunity && detailsOf(opportunity)} />
      {source.length > 0 && <DescriptionTable title="Source" lines={source} />}
      <Table title="Metadata" labels={metadataLabels} values={opportunity && metadataOf(opportunity)} />
    </div>
  )
}

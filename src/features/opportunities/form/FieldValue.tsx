import type { ReactNode } from 'react'
import { DateText } from '../../../ui/DateText'
import type { DateFormat } from '../../../ui/dates'
import { formatNumber, formatSerial } from '../../../ui/numbers'
import { TagBadges } from '../../tags/public'
import { unitFor } from './useUnit'
import type { OpportunityField, OpportunityValues } from './values'

const quiet = (text: string) => <span className="quiet">{text}</span>

const volume = (value: number | null, unit: string) =>
  value !== null && (
    <>
      {formatNumber(value)} {quiet(unit)}
    </>
  )

const fee = (value: number | null, unit: string) =>
  value !== null && (
    <>
      ${formatNumber(value)} {quiet(`/ ${unit}`)}
    </>
  )

const date = (value: string | null, format: DateFormat) =>
  value !== null && <DateText value={value} format={format} />

/** What one field of the form holds, in words; nothing where it is empty. */
export const fieldValue = (name: OpportunityField, values: OpportunityValues): ReactNode => {
  const unit = unitFor(values)
  switch (name) {
    case 'tags':
      return values.tags.length > 0 && <TagBadges ids={values.tags} />
    case 'sales_annual_volume_manual':
    case 'estimated_annual_volume':
      return volume(values[name], unit)
    case 'source_fee':
    case 'broker_fee':
      return fee(values[name], unit)
    case 'source_rfp':
      return values.source_rfp !== null && formatSerial(values.source_rfp)
    case 'pricing_due_date':
      return date(values.pricing_due_date, 'moment')
    case 'expected_close_date':
      return date(values.expected_close_date, 'day')
    case 'credit_request':
      return values.credit_request?.toUpperCase() ?? null
    default:
      return values[name]
  }
}

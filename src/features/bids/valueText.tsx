import type { ReactNode } from 'react'
import { useRow } from '../../api/hooks'
import { DateText } from '../../ui/DateText'
import { formatNumber } from '../../ui/numbers'
import { pricingTypeName, swingName, termName } from './names'
import { UtilityStateText } from './UtilityStateText'
import type { BidField, BidValues } from './values'
import { Volume } from './Volume'

/** What an organization is called. */
export const OrganizationName = ({ id }: { id: number }) => useRow('organizations', id)?.name

/** What one field of a bid holds, in words; nothing where it is empty. */
export const valueText = (name: BidField, values: BidValues): ReactNode => {
  switch (name) {
    case 'legal_entity':
      return values.legal_entity !== null && <OrganizationName id={values.legal_entity} />
    case 'utility_state':
      return values.utility_state !== null && <UtilityStateText id={values.utility_state} />
    case 'start_date':
      return values.start_date !== null && <DateText value={values.start_date} format="namedDay" />
    case 'pricing_type':
      return values.pricing_type.map(pricingTypeName).join(', ')
    case 'terms':
      return values.terms.map(termName).join(', ')
    case 'swing':
      return values.swing.map(swingName).join(', ')
    case 'site_count':
    case 'meter_count':
      return values[name] !== null && formatNumber(values[name])
    case 'name':
    case 'supplier':
    case 'new_renewal':
    case 'index_name':
    case 'pricing_point':
    case 'special_pricing_needs':
    case 'volume_unit':
      return values[name]
    default:
      return values[name] !== null && <Volume volume={values[name]} unit={values.volume_unit} />
  }
}

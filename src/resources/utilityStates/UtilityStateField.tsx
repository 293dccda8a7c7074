import { utilityStatesApi } from '../../api/utilityStatesApi'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField } from '../../ui/form/RecordField'
import { useUtilityStateName } from '../bids/names'

const inUse = { status: 'active', ordering: 'utility' } as const

/**
 * A picker of a utility's service in a state: only active ones are options; an inactive selection is marked (BID-5).
 */
export const UtilityStateField = (props: FieldProps) => (
  <RecordField
    {...props}
    resource="utilityStates"
    endpoint={utilityStatesApi.list}
    rowEndpoint={utilityStatesApi.row}
    filters={inUse}
    labelOf={useUtilityStateName()}
  />
)

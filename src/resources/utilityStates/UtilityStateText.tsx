import { useRow } from '../../api/kit/hooks'
import { useUtilityStateName } from '../bids/names'

/** 'utility, name, acronym' (BID-5). */
export const UtilityStateText = ({ id }: { id: number }) => {
  const row = useRow('utilityStates', id)
  const nameOf = useUtilityStateName()
  return row && nameOf(row)
}

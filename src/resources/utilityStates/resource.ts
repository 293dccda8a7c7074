import { defineResourceView } from '../kit/resourceView'
import { UtilityStateText } from './UtilityStateText'

/** The services of utilities, by state (BID-5). */
export const utilityStates = defineResourceView('utilityStates', {
  noun: ['utility state', 'utility states'],
  Name: UtilityStateText,
})

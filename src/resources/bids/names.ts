import { useCallback } from 'react'
import { shallowEqual } from 'react-redux'
import { useAppSelector } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { pricingTypes } from '../../contract/bids'
import { formatNumber } from '../../ui/value/numbers'

/** Display name of a bid; by its number without a name: 'Bid 12'. */
export const bidTitle = ({ bid_id, name }: Pick<Row<'bids'>, 'bid_id' | 'name'>) => name ?? `Bid ${bid_id}`

/** '12 months' */
export const termName = (months: number) => (months === 1 ? '1 month' : `${months} months`)

/** '15%': the value times 100 percent (BID-11). */
export const swingName = (fraction: number) => `${formatNumber(fraction * 100)}%`

const pricingTypeNames = Object.entries(pricingTypes)

/** 'nymex+' */
export const pricingTypeName = (id: number) =>
  pricingTypeNames.find(([, known]) => known === id)?.[0] ?? `#${id}`

/** Returns a function for 'utility, name, acronym' of any utility state (BID-5), which marks inactive ones. */
export const useUtilityStateName = () => {
  const { utilities, states } = useAppSelector(
    ({ entities }) => ({ utilities: entities.utilities, states: entities.states }),
    shallowEqual,
  )
  return useCallback(
    ({ name, utility, state, status }: Row<'utilityStates'>) => {
      const parts = [utilities?.[utility]?.name, name, states?.[state]?.acronym]
      return `${parts.filter(Boolean).join(', ')}${status === 'inactive' ? ' (inactive)' : ''}`
    },
    [utilities, states],
  )
}

import { useCompleteOpportunityMutation, useCreateOpportunityMutation } from '../../../api/opportunitiesApi'
import type { Input } from '../../../contract'
import { bodyDifference, useCreation } from '../../../resources/kit/useCreation'

type Body = Input<'opportunities'>

/** Fields that the server fills from the source where a new opportunity omits them. */
const takenFrom = {
  broker_name: 'source_name',
  broker_fee: 'source_fee',
  sales_annual_volume_manual: 'estimated_annual_volume',
} as const satisfies Partial<Record<keyof Body, keyof Body>>

/** A changed source also changes the fields filled from the old one. */
const difference = (before: Body, after: Body): Partial<Body> => {
  const changed = bodyDifference(before, after)
  const followed = Object.entries(takenFrom)
    .filter(
      ([name, source]) => after[name as keyof Body] === undefined && (source in changed || name in changed),
    )
    .map(([name, source]) => [name, after[source] || null])
  return { ...changed, ...(Object.fromEntries(followed) as Partial<Body>) }
}

/**
 * Creates one opportunity in spite of repeated attempts (OPN-5).
 * @param draft name of the form's draft
 */
export const useOpportunityCreation = (draft: string) => {
  const [create] = useCreateOpportunityMutation()
  const [complete] = useCompleteOpportunityMutation()
  const once = useCreation<'opportunities'>({ resource: 'opportunities', draft, complete, difference })
  return (body: Body) => once(create, body)
}

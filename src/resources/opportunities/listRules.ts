import { contract } from '../../contract'
import { pricingDue } from '../../contract/day'
import { readinessLines } from '../../contract/gas/choices'
import type { FilterField, ListRules } from '../../ui/list/listState'

const onlyTrue: FilterField = { kind: 'choice', options: ['true'] }
const scores: FilterField = {
  kind: 'choice',
  options: Array.from({ length: 101 }, (_, score) => String(score)),
}

/** Filters by what the day asks for and by readiness (QUO-12, RDY-3, RDY-4). */
const workFilters: Readonly<Record<string, FilterField>> = {
  quotes_expire_today: onlyTrue,
  ready_to_price: onlyTrue,
  pricing_due: { kind: 'choice', options: pricingDue },
  ready_score_from: scores,
  ready_score_to: scores,
  ready_missing: { kind: 'choice', options: readinessLines },
}

/** The rules of the opportunity list: those of the contract, and the filters by work. */
export const opportunityListRules: ListRules = {
  ...contract.opportunities,
  filters: [...contract.opportunities.filters, ...Object.keys(workFilters)],
  fields: { ...contract.opportunities.fields, ...workFilters },
}

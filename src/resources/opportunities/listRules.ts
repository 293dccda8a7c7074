import { contract } from '../../contract'
import { pricingDue } from '../../contract/day'
import type { FilteredField } from '../../contract/filters'
import type { listShapes } from '../../contract/views'
import type { ListRules, ListShapeRules } from '../../ui/list/listState'

const onlyTrue: FilteredField = { kind: 'choice', options: ['true'] }

/** Filters by what the day asks for (QUO-12, RDY-4), beside those of the contract's fields. */
const workFilters: Readonly<Record<string, FilteredField>> = {
  quotes_expire_today: onlyTrue,
  ready_to_price: onlyTrue,
  pricing_due: { kind: 'choice', options: pricingDue },
}

/** The other shapes of the list: a column for each stage, and the days on which pricing is due (BOARD-3, BOARD-5). */
export const opportunityShapes = {
  board: { defaultOrdering: 'pricing_due_date' },
  calendar: { hasMonth: true },
} as const satisfies Record<(typeof listShapes.opportunities)[number], ListShapeRules>

/** The rules of the opportunity list: those of the contract, the filters by work, and its shapes. */
export const opportunityListRules: ListRules = {
  ...contract.opportunities,
  filters: [...contract.opportunities.filters, ...Object.keys(workFilters)],
  fields: { ...contract.opportunities.fields, ...workFilters },
  shapes: opportunityShapes,
}

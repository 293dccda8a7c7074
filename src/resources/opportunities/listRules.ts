import { contract } from '../../contract'
import type { ListRules } from '../../ui/list/listState'

/** Filters opportunities by open quotes that expire on the market's day (QUO-12). */
export const expiringQuotes = { name: 'quotes_expire_today', value: 'true' } as const

/** The rules of the opportunity list: those of the contract, and the filter by their quotes. */
export const opportunityListRules: ListRules = {
  ...contract.opportunities,
  filters: [...contract.opportunities.filters, expiringQuotes.name],
  fields: {
    ...contract.opportunities.fields,
    [expiringQuotes.name]: { kind: 'choice', options: [expiringQuotes.value] },
  },
}

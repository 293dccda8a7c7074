import { expiringQuotes } from '../../resources/opportunities/listRules'
import type { ListControl } from '../../ui/list/useListState'

const { name, value } = expiringQuotes

/** Filters the list by quotes that expire today; the choice is in the URL (QUO-12). */
export const QuotesFilter = ({ list: { state, act } }: { list: ListControl }) => (
  <label className="list-size line">
    Quotes
    <select
      value={state.filters[name] ?? ''}
      onChange={({ target }) => act({ type: 'filtered', name, value: target.value || null })}
    >
      <option value="">All</option>
      <option value={value}>Expire today</option>
    </select>
  </label>
)

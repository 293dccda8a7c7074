import { userStatuses, type UserStatus } from '../../contract/users'
import { statusNames } from '../../resources/users/fieldMeta'
import type { ListControl } from '../../ui/list/useListState'
import { formatNumber } from '../../ui/value/numbers'
import { useStatusCount } from './counts'

const Option = ({ status }: { status: UserStatus }) => {
  const count = useStatusCount(status)
  return (
    <option value={status}>
      {count === undefined ? statusNames[status] : `${statusNames[status]} (${formatNumber(count)})`}
    </option>
  )
}

/** Filters the list by status, with the number of accounts of each; the choice is in the URL. */
export const StatusChoice = ({ list: { state, act } }: { list: ListControl }) => (
  <label className="list-size line">
    Status
    <select
      value={state.filters['status'] ?? ''}
      onChange={({ target }) => act({ type: 'filtered', name: 'status', value: target.value || null })}
    >
      <option value="">All</option>
      {userStatuses.map((status) => (
        <Option key={status} status={status} />
      ))}
    </select>
  </label>
)

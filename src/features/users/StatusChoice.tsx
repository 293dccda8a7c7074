import { userStatuses, type UserStatus } from '../../contract/users'
import { statusNames } from '../../records/users/faces'
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

/** Narrows the list to the accounts of one status, and tells how many there are of each; the address keeps which. */
export const StatusChoice = ({ list: { state, act } }: { list: ListControl }) => (
  <label className="list-size">
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

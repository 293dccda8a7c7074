import { roles } from '../../contract/roles'
import { roleNames } from '../../resources/users/fieldMeta'
import type { ListControl } from '../../ui/list/useListState'

/** Filters the list by role; the choice is in the URL (ROLE-6). */
export const RoleChoice = ({ list: { state, act } }: { list: ListControl }) => (
  <label className="list-size line">
    Role
    <select
      value={state.filters['role'] ?? ''}
      onChange={({ target }) => act({ type: 'filtered', name: 'role', value: target.value || null })}
    >
      <option value="">All</option>
      {roles.map((role) => (
        <option key={role} value={role}>
          {roleNames[role]}
        </option>
      ))}
    </select>
  </label>
)

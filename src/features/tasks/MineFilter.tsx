import { useAppSelector, useRow } from '../../api/kit/hooks'
import { selectCurrentUser } from '../../store/currentUser'
import { me } from '../../contract/filters'
import { isOneRecord } from '../../resources/kit/RecordFilter'
import type { ListControl } from '../../ui/list/useListState'

const name = 'assignee'

/** Filters the list by assignee: all users, or the signed-in user; a link may select another one. */
export const MineFilter = ({ list: { state, act } }: { list: ListControl }) => {
  const user = useAppSelector(selectCurrentUser)
  const filter = state.filters[name] ?? ''
  const assignee = useRow('users', isOneRecord(filter) ? Number(filter) : undefined)
  if (!user) return null
  const own = String(user.id)
  const chosen = filter === me ? own : filter
  return (
    <label className="list-size line">
      Assignee
      <select
        value={chosen}
        onChange={({ target }) => act({ type: 'filtered', name, value: target.value || null })}
      >
        <option value="">Everybody</option>
        <option value={own}>Me</option>
        {chosen !== '' && chosen !== own && (
          <option value={chosen}>
            {chosen.includes(',') ? 'Several' : (assignee?.username ?? 'Somebody else')}
          </option>
        )}
      </select>
    </label>
  )
}

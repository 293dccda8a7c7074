import { useAppSelector } from '../../api/kit/hooks'
import { selectCurrentUser } from '../../store/currentUser'
import type { ListControl } from '../../ui/list/useListState'

const name = 'assignee'

/** Whose tasks the list shows: everybody's, or one's own. */
export const MineFilter = ({ list: { state, act } }: { list: ListControl }) => {
  const user = useAppSelector(selectCurrentUser)
  if (!user) return null
  const own = String(user.id)
  return (
    <label className="list-size">
      Assignee
      <select
        value={state.filters[name] === own ? own : ''}
        onChange={({ target }) => act({ type: 'filtered', name, value: target.value || null })}
      >
        <option value="">Everybody</option>
        <option value={own}>Me</option>
      </select>
    </label>
  )
}

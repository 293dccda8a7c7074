import type { ListControl } from '../../ui/list/useListState'
import { folderOf, folders, standardFolder } from './folder'

/** The choice of received or sent messages, and of unread ones; both are in the URL. */
export const Folders = ({ list }: { list: ListControl }) => {
  const { state, act } = list
  return (
    <>
      <label className="list-size line">
        Folder
        <select
          value={folderOf(state)}
          onChange={({ target }) =>
            act({
              type: 'filtered',
              name: 'direction',
              value: target.value === standardFolder ? null : target.value,
            })
          }
        >
          {folders.map(([folder, label]) => (
            <option key={folder} value={folder}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="list-size line">
        Show
        <select
          value={state.filters.is_read ?? ''}
          onChange={({ target }) => act({ type: 'filtered', name: 'is_read', value: target.value || null })}
        >
          <option value="">All</option>
          <option value="false">Unread</option>
          <option value="true">Read</option>
        </select>
      </label>
    </>
  )
}

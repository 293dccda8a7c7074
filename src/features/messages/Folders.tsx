import type { ListControl } from '../../ui/list/useListState'

const folders = [
  ['received', 'Received'],
  ['sent', 'Sent'],
] as const

/** The default folder. */
const standard = folders[0][0]

/** The folder of the list. */
export const folderOf = ({ state }: ListControl): string =>
  folders.find(([folder]) => folder === state.filters.direction)?.[0] ?? standard

/** The choice of received or sent messages, and of unread ones; both are in the URL. */
export const Folders = ({ list }: { list: ListControl }) => {
  const { state, act } = list
  return (
    <>
      <label className="list-size">
        Folder
        <select
          value={folderOf(list)}
          onChange={({ target }) =>
            act({
              type: 'filtered',
              name: 'direction',
              value: target.value === standard ? null : target.value,
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
      <label className="list-size">
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

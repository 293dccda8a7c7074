import type { ListControl } from '../../ui/list/useListState'

const folders = [
  ['received', 'Received'],
  ['sent', 'Sent'],
] as const

/** The folder of an address that names none. */
const standard = folders[0][0]

/** Which folder the list shows. */
export const folderOf = ({ state }: ListControl): string =>
  folders.find(([folder]) => folder === state.filters.direction)?.[0] ?? standard

/** Chooses between what was received and what was sent, and within it what waits to be read; the address keeps both. */
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

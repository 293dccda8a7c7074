import SortAscendingOutlined from '@ant-design/icons/es/icons/SortAscendingOutlined'
import { Button } from '../antd/Button'
import { Dropdown } from '../antd/Dropdown'
import { useIsNarrow } from '../hooks/useMediaQuery'
import type { Column } from '../table/columns'
import type { ListControl } from './useListState'

interface SortChoiceProps<R> {
  columns: readonly Column<R>[]
  list: ListControl
}

/** Arrow keys move through the open menu at once. */
const intoMenu = { autoFocus: true }

/** The sort order of a list shown as cards, which have no column headers. */
export const SortChoice = <R,>({ columns, list: { state, act } }: SortChoiceProps<R>) => {
  if (!useIsNarrow()) return null
  const items = columns
    .filter(({ sortable, sortsBy }) => sortable && !sortsBy)
    .flatMap(({ key, title }) => [
      { key, label: `${title}, ascending` },
      { key: `-${key}`, label: `${title}, descending` },
    ])
  const now = items.find(({ key }) => key === state.sort)?.label
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={(button) => button.closest('main') ?? document.body}
      {...intoMenu}
      menu={{
        items,
        selectable: true,
        selectedKeys: [state.sort],
        onClick: ({ key }) => act({ type: 'sortChosen', sort: key }),
      }}
    >
      <Button
        icon={<SortAscendingOutlined aria-hidden />}
        aria-label={now ? `Sort: ${now}` : 'Sort'}
        aria-haspopup="menu"
        title="Sort"
      />
    </Dropdown>
  )
}

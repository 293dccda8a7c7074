import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import TableOutlined from '@ant-design/icons/es/icons/TableOutlined'
import { lazyComponent } from '../../../ui/page/lazyComponent'
import type { ListShapes } from '../../../ui/list/ListScreen'
import type { ListControl } from '../../../ui/list/useListState'
import { Segmented } from '../../../ui/antd/Segmented'
import type { opportunityShapes } from '../../../resources/opportunities/listRules'

const table = 'table'

const shapes = [
  { value: table, name: 'Table', Icon: TableOutlined },
  { value: 'board', name: 'Board', Icon: AppstoreOutlined },
  { value: 'calendar', name: 'Calendar', Icon: CalendarOutlined },
] as const

const icons = shapes.map(({ value, name, Icon }) => ({
  value,
  icon: <Icon aria-label={name} />,
  title: name,
}))

/** Shows the list as its table, as a board by stages, or as a calendar of due dates; the address keeps it (BOARD-3). */
const ShapeSwitch = ({ list: { state, act } }: { list: ListControl }) => (
  <Segmented
    aria-label="Shape"
    options={icons}
    value={state.shape ?? table}
    onChange={(shape) => act({ type: 'shapeChosen', shape: shape === table ? null : shape })}
  />
)

const waiting = <div className="progress-line" role="status" aria-label="Loading" />

const bodies = {
  board: lazyComponent(
    async () => (await import('./Board')).Board,
    'The board could not be loaded.',
    waiting,
  ),
  calendar: lazyComponent(
    async () => (await import('./DueCalendar')).DueCalendar,
    'The calendar could not be loaded.',
    waiting,
  ),
} satisfies Record<keyof typeof opportunityShapes, unknown>

/** The shapes of the list besides its table. */
export const listShapes: ListShapes = { Switch: ShapeSwitch, bodies }

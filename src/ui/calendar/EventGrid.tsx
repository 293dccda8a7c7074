import dayjs from 'dayjs'
import {
  cloneElement,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
} from 'react'
import type { CalendarProps, EventProps } from 'react-big-calendar'
import Calendar from 'react-big-calendar/lib/Calendar'
import withDragAndDrop from 'react-big-calendar/lib/addons/dragAndDrop'
import EventWrapper from 'react-big-calendar/lib/addons/dragAndDrop/EventWrapper'
import 'react-big-calendar/lib/addons/dragAndDrop/styles.css'
import 'react-big-calendar/lib/css/react-big-calendar.css'
import { secondsOfDay } from '../../contract/allDay'
import { useTimePattern } from '../value/useDateWords'
import { formatsWith, localizer } from './localizer'
import { moved, resized, stepTo, type Step, type Time } from './moving'
import { dayOf, periodBounds, type CalendarView } from './periods'
import { timeText } from './timeText'
import { useTidyRoles } from './useTidyRoles'
import {
  clockSpan,
  clockText,
  momentOf,
  momentsBetween,
  readingOf,
  readingsOf,
  secondsOf,
  zonesBetween,
} from './wallClock'
import type { CalendarEntry } from './weeks'
import './event-grid.css'

/** An event of the grid. */
export interface GridEntry extends CalendarEntry {
  /** Whether the user may move it. */
  isMovable: boolean
  /** Highlights the event; the label states the meaning. */
  mark?: string | undefined
}

/** All dates passed to react-big-calendar are clock readings (wallClock.ts). */
interface GridEvent {
  entry: GridEntry
  start: Date
  end: Date
  allDay: boolean
}

interface Actions {
  open: (id: number) => void
  /** Opens a day with more events than the grid shows. */
  openDay: (date: string) => void
  move: (id: number, to: Time) => void
  stepOf: (event: KeyboardEvent) => Step | undefined
  describedBy: string | undefined
  /** dayjs format of a time of day. */
  clock: string
  /** Text before the title; empty for all-day events, and in a month for the weeks after that of the start. */
  beforeTitle: (time: Time, isContinued?: boolean) => string
  /** Time zone name of a week's hours. */
  zones: string
  /** The event to focus once rendered. */
  focused: number | null
  /** The mouse has just released a resize handle; the click that follows is ignored. */
  hasLetGo: RefObject<boolean>
}

const ActionsContext = createContext<Actions | null>(null)

const useActions = () => {
  const actions = useContext(ActionsContext)
  if (!actions) throw new Error('Only a grid shows events.')
  return actions
}

interface Data {
  'data-event'?: number
  'data-first-focus'?: true | undefined
}

interface KeyedEventProps {
  event: GridEvent
  /** It began before the days that this element is for. */
  continuesPrior?: boolean
  /** The element rendered by the package. */
  children?: ReactElement<HTMLAttributes<HTMLElement> & Data>
}

/** An event as a button that can be moved by keys as well as by dragging. */
const KeyedEvent = (props: KeyedEventProps) => {
  const {
    event: { entry },
    continuesPrior = false,
    children,
  } = props
  const { open, move, stepOf, describedBy, clock, beforeTitle, focused, hasLetGo } = useActions()
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      open(entry.id)
    }
    const step = stepOf(event)
    if (!step) return
    event.preventDefault()
    if (entry.isMovable) move(entry.id, (event.altKey ? resized : moved)(entry, step))
  }
  if (!children) return null
  const before = beforeTitle(entry, continuesPrior)
  const isContinued = continuesPrior && !entry.isAllDay && before === ''
  return (
    <EventWrapper {...props}>
      {cloneElement(children, {
        role: 'button',
        tabIndex: 0,
        // Starts with the visible text (WCAG 2.5.3).
        'aria-label': [
          `${before} ${entry.title}`.trim(),
          isContinued && 'continued',
          timeText(entry, clock),
          entry.mark,
        ]
          .filter(Boolean)
          .join(', '),
        'aria-describedby': entry.isMovable ? describedBy : undefined,
        'data-event': entry.id,
        // For dialogs, which set the focus when they open.
        'data-first-focus': entry.id === focused || undefined,
        onClick: () => {
          if (!hasLetGo.current) open(entry.id)
        },
        onKeyDown: keyDown,
      })}
    </EventWrapper>
  )
}

const EventText = ({ event: { entry }, continuesPrior }: EventProps<GridEvent>) => {
  const { beforeTitle } = useActions()
  return entry.isAllDay ? (
    entry.title
  ) : (
    <>
      <span className="event-grid-time">{beforeTitle(entry, continuesPrior) || '…'}</span> {entry.title}
    </>
  )
}

/** Above the hours of a week: their time zone. */
const ZoneName = () => <span className="event-grid-zone">{useActions().zones}</span>

interface DayNumberProps {
  date: Date
  label: string
  /** Opens the day; the click must not also select a time. */
  onDrillDown: (event: MouseEvent) => void
}

const DayNumber = ({ date, label, onDrillDown }: DayNumberProps) => (
  <button
    type="button"
    className="event-grid-day"
    aria-label={dayjs(momentOf(date)).format('dddd, MMMM D')}
    onClick={onDrillDown}
  >
    {label}
  </button>
)

const More = ({ slotDate, count }: { slotDate: Date; count: number }) => {
  const { openDay } = useActions()
  return (
    <button
      type="button"
      // With its second class the package ignores the click as a time selection.
      className="event-grid-more rbc-show-more"
      aria-label={`${count} more on ${dayjs(momentOf(slotDate)).format('dddd, MMMM D')}`}
      onClick={() => openDay(dayOf(momentOf(slotDate)))}
    >
      +{count}
      <span className="event-grid-more-word"> more</span>
    </button>
  )
}

/** The package renders the time directly before it, and accessible names join both texts. */
const TitleText = ({ event: { entry } }: EventProps<GridEvent>) => ` ${entry.title}`

const parts = {
  month: { event: EventText, dateHeader: DayNumber },
  week: { event: TitleText },
  timeGutterHeader: ZoneName,
  showMore: More,
}

/** The package's calendar with key handling, inside its drag-and-drop wrapper. */
const KeyedCalendar = (props: CalendarProps<GridEvent>) => (
  <Calendar {...props} components={{ ...props.components, eventWrapper: KeyedEvent }} />
)

const Draggable = withDragAndDrop<GridEvent>(KeyedCalendar)

const keySteps: Readonly<Record<'month' | 'week', Readonly<Record<string, Step>>>> = {
  month: {
    ArrowLeft: { days: -1 },
    ArrowRight: { days: 1 },
    ArrowUp: { days: -7 },
    ArrowDown: { days: 7 },
  },
  week: {
    ArrowLeft: { days: -1 },
    ArrowRight: { days: 1 },
    ArrowUp: { minutes: -30 },
    ArrowDown: { minutes: 30 },
  },
}

const gridViews = ['month', 'week'] as const
const morning = new Date(Date.UTC(1970, 0, 1, 7))
const now = () => readingOf(new Date())
const noClass = {}

interface EventGridProps extends Pick<Actions, 'open' | 'openDay' | 'move' | 'describedBy' | 'focused'> {
  view: Exclude<CalendarView, 'list'>
  /** 'YYYY-MM-DD' */
  date: string
  entries: readonly GridEntry[]
  /** Called with the time selected in the grid for a new event. */
  pick: (time: Time) => void
  /** Whether a moment is within the working hours; without them, all are. */
  isWorking?: ((moment: Date) => boolean) | null | undefined
}

/** The package measures the space of a day only on window resize, not when a dialog opens. */
const useRoom = (ref: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const observer = new ResizeObserver(() => window.dispatchEvent(new Event('resize')))
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
}

/** The start hour of a new event on a day selected in a month. */
const firstHour = 9
const halfHour = 1_800

/** An event after a resize of one edge; the other edge stays, also at an ambiguous clock time. */
const resizedTo = (event: GridEvent, start: Date, end: Date): Time => {
  if (event.entry.isAllDay)
    return { start: start.getTime() / 1_000, end: end.getTime() / 1_000, isAllDay: true }
  const kept = (edge: Date, before: Date) => (edge.getTime() === before.getTime() ? before : edge)
  return momentsBetween(kept(start, event.start), kept(end, event.end))
}

/** An all-day selection, in the row above the hours or over all of them; null for hours. */
const wholeDays = (start: Date, end: Date): Time | null => {
  const [begins, ends] = [start, end].map((reading) => reading.getTime() / 1_000 / secondsOfDay)
  if (begins === undefined || ends === undefined || begins % 1 !== 0) return null
  // The package adds days by the browser's clock, across possible DST changes.
  const days = Math.round(ends - begins)
  const isWhole = days > 0 && Math.abs(ends - begins - days) < 1 / 20
  return isWhole
    ? { start: begins * secondsOfDay, end: (begins + days) * secondsOfDay, isAllDay: true }
    : null
}

/**
 * A month or a week with its events. Events open by a click or Enter, move by dragging or by Shift and an arrow key,
 * and resize in a week by dragging an edge or additionally holding Alt.
 */
export const EventGrid = ({
  view,
  date,
  entries,
  open,
  openDay,
  move,
  pick,
  describedBy,
  isWorking,
  focused,
}: EventGridProps) => {
  const root = useRef<HTMLDivElement>(null)
  const hasLetGo = useRef(false)
  const clock = useTimePattern()
  const formats = useMemo(() => formatsWith(clock), [clock])
  useTidyRoles(root)
  useRoom(root)

  const events = useMemo(
    () =>
      entries.map((entry): GridEvent => {
        const { start, end, isAllDay = false } = entry
        return isAllDay
          ? { entry, start: new Date(start * 1_000), end: new Date(end * 1_000), allDay: true }
          : { entry, ...readingsOf(entry), allDay: false }
      }),
    [entries],
  )
  const actions = useMemo<Actions>(
    () => ({
      open,
      openDay,
      move,
      describedBy,
      clock,
      beforeTitle: ({ start, end, isAllDay }, isContinued = false) => {
        if (isAllDay || (isContinued && view === 'month')) return ''
        return view === 'month' ? clockText(start, clock) : clockSpan(start, end, clock)
      },
      zones: zonesBetween(periodBounds({ view: 'week', date })),
      focused,
      hasLetGo,
      stepOf: (event) =>
        event.shiftKey && !event.ctrlKey && !event.metaKey ? keySteps[view][event.key] : undefined,
    }),
    [open, openDay, move, describedBy, clock, focused, view, date],
  )
  const slotClass = useCallback(
    (slot: Date) => (isWorking && !isWorking(momentOf(slot)) ? { className: 'event-grid-free' } : noClass),
    [isWorking],
  )

  useEffect(() => {
    if (focused === null) return
    const event = root.current?.querySelector(`[data-event="${focused}"]`)
    if (event instanceof HTMLElement && document.activeElement !== event) event.focus()
  }, [focused, events])

  return (
    <ActionsContext value={actions}>
      <div ref={root} className={`event-grid event-grid-${view}`}>
        <Draggable
          localizer={localizer}
          formats={formats}
          toolbar={false}
          views={[...gridViews]}
          view={view}
          date={new Date(`${date}T12:00Z`)}
          getNow={now}
          onView={() => undefined}
          onNavigate={() => undefined}
          onDrillDown={(day) => openDay(dayOf(momentOf(day)))}
          events={events}
          titleAccessor={({ entry }) => entry.title}
          tooltipAccessor={({ entry }) => `${entry.title}, ${timeText(entry, clock)}`}
          eventPropGetter={({ entry }) => ({ className: entry.mark ? 'event-grid-marked' : '' })}
          slotPropGetter={slotClass}
          components={parts}
          scrollToTime={morning}
          // Events at the same time stand side by side: none covers the text of another.
          dayLayoutAlgorithm="no-overlap"
          // A month has no hours to resize by.
          resizable={view === 'week'}
          draggableAccessor={({ entry }) => entry.isMovable}
          onEventResize={({ event, start, end }) => {
            hasLetGo.current = true
            setTimeout(() => (hasLetGo.current = false))
            move(event.entry.id, resizedTo(event, new Date(start), new Date(end)))
          }}
          onEventDrop={({ event: { entry, start: from }, start, isAllDay }) => {
            const step = stepTo(secondsOf(from), momentOf(new Date(start)))
            // A month and the all-day row have no clock times to drop at.
            const isByDays = view === 'month' || isAllDay || entry.isAllDay
            move(entry.id, moved(entry, isByDays ? { days: step.days ?? 0 } : step))
          }}
          selectable
          onSelectSlot={({ start, end }) => {
            const begins = dayjs(momentOf(start)).hour(firstHour).unix()
            pick(
              view === 'month'
                ? { start: begins, end: begins + halfHour }
                : (wholeDays(start, end) ?? momentsBetween(start, end)),
            )
          }}
        />
      </div>
    </ActionsContext>
  )
}

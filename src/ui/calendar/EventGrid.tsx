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
import { useTimePattern } from '../value/useDateWords'
import { formatsWith, localizer } from './localizer'
import { moved, resized, stepTo, type Step, type Time } from './moving'
import { dayOf, type CalendarView } from './periods'
import { timeText } from './timeText'
import { useTidyRoles } from './useTidyRoles'
import type { CalendarEntry } from './weeks'
import './event-grid.css'

/** Something that happens, as a grid shows it. */
export interface GridEntry extends CalendarEntry {
  /** Whether whoever looks at it may move it. */
  isMovable: boolean
  /** Stands out among the others; what that means is said in words, too. */
  mark?: string | undefined
}

interface GridEvent {
  entry: GridEntry
  start: Date
  end: Date
}

interface Actions {
  open: (id: number) => void
  /** A day of which there is more than the grid has room for. */
  openDay: (date: string) => void
  move: (id: number, to: Time) => void
  stepOf: (event: KeyboardEvent) => Step | undefined
  describedBy: string | undefined
  /** How dayjs writes a time of day. */
  clock: string
  /** What stands before the title. */
  clockText: (time: Time) => string
  /** The event that takes the focus as soon as it is there. */
  focused: number | null
  /** The mouse has just let go of an edge: that is no click. */
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
  /** The box that the package has made of it. */
  children?: ReactElement<HTMLAttributes<HTMLElement> & Data>
}

/** An event is a button that can be moved by keys as well as it can be dragged. */
const KeyedEvent = (props: KeyedEventProps) => {
  const {
    event: { entry },
    children,
  } = props
  const { open, move, stepOf, describedBy, clock, clockText, focused, hasLetGo } = useActions()
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
  return (
    <EventWrapper {...props}>
      {cloneElement(children, {
        role: 'button',
        tabIndex: 0,
        // It begins with what is to be seen.
        'aria-label': [`${clockText(entry)} ${entry.title}`, timeText(entry, clock), entry.mark]
          .filter(Boolean)
          .join(', '),
        'aria-describedby': entry.isMovable ? describedBy : undefined,
        'data-event': entry.id,
        // For a dialog, which would put the focus elsewhere as it opens.
        'data-first-focus': entry.id === focused || undefined,
        onClick: () => {
          if (!hasLetGo.current) open(entry.id)
        },
        onKeyDown: keyDown,
      })}
    </EventWrapper>
  )
}

const EventText = ({ event: { entry, start } }: EventProps<GridEvent>) => (
  <>
    <span className="event-grid-time">{dayjs(start).format(useActions().clock)}</span> {entry.title}
  </>
)

interface DayNumberProps {
  date: Date
  label: string
  /** Leads to the day, and takes back that a click into it has chosen a time. */
  onDrillDown: (event: MouseEvent) => void
}

const DayNumber = ({ date, label, onDrillDown }: DayNumberProps) => (
  <button
    type="button"
    className="event-grid-day"
    aria-label={dayjs(date).format('dddd, MMMM D')}
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
      // By its second class the package knows that no time is chosen here.
      className="event-grid-more rbc-show-more"
      aria-label={`${count} more on ${dayjs(slotDate).format('dddd, MMMM D')}`}
      onClick={() => openDay(dayOf(slotDate))}
    >
      +{count}
      <span className="event-grid-more-word"> more</span>
    </button>
  )
}

/** The package puts the time right before it, and names are read as one text. */
const TitleText = ({ event: { entry } }: EventProps<GridEvent>) => ` ${entry.title}`

const parts = {
  month: { event: EventText, dateHeader: DayNumber },
  week: { event: TitleText },
  showMore: More,
}

/** The package's own calendar, its events with keys: inside of what makes them draggable. */
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
const morning = new Date(1970, 0, 1, 7)
const noClass = {}

interface EventGridProps extends Pick<Actions, 'open' | 'openDay' | 'move' | 'describedBy' | 'focused'> {
  view: Exclude<CalendarView, 'list'>
  /** 'YYYY-MM-DD' */
  date: string
  entries: readonly GridEntry[]
  /** Told of a time that has been chosen in the grid, for something new. */
  pick: (time: Time) => void
  /** Whether a moment lies within the hours in which work goes on; all of them where that is not known. */
  isWorking?: ((moment: Date) => boolean) | null | undefined
}

/** The package reckons how much a day has room for when the window changes; a dialog that opens is no window. */
const useRoom = (ref: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const observer = new ResizeObserver(() => window.dispatchEvent(new Event('resize')))
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
}

/** Days begin with work: what is new on a day that was chosen in a month begins at this hour. */
const firstHour = 9
const halfHour = 1_800

/**
 * A month or a week with what happens in it. Events are opened by a click or Enter, moved by dragging them or by Shift
 * and an arrow key, and take longer or shorter by dragging their edge in a week or by Alt, too.
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
        const { start, end } = entry
        return { entry, start: new Date(start * 1_000), end: new Date(end * 1_000) }
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
      clockText: ({ start, end }) => {
        const [from, until] = [start, end].map((seconds) => dayjs.unix(seconds).format(clock))
        return view === 'month' ? `${from}` : `${from} – ${until}`
      },
      focused,
      hasLetGo,
      stepOf: (event) =>
        event.shiftKey && !event.ctrlKey && !event.metaKey ? keySteps[view][event.key] : undefined,
    }),
    [open, openDay, move, describedBy, clock, focused, view],
  )
  const slotClass = useCallback(
    (moment: Date) => (isWorking && !isWorking(moment) ? { className: 'event-grid-free' } : noClass),
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
          date={new Date(`${date}T12:00`)}
          onView={() => undefined}
          onNavigate={() => undefined}
          onDrillDown={(day) => openDay(dayOf(day))}
          events={events}
          titleAccessor={({ entry }) => entry.title}
          tooltipAccessor={({ entry }) => `${entry.title}, ${timeText(entry, clock)}`}
          eventPropGetter={({ entry }) => ({ className: entry.mark ? 'event-grid-marked' : '' })}
          slotPropGetter={slotClass}
          components={parts}
          scrollToTime={morning}
          // By the days of a month nobody says how long a meeting takes.
          resizable={view === 'week'}
          draggableAccessor={({ entry }) => entry.isMovable}
          onEventResize={({ event: { entry }, start, end }) => {
            hasLetGo.current = true
            setTimeout(() => (hasLetGo.current = false))
            move(entry.id, { start: dayjs(start).unix(), end: dayjs(end).unix() })
          }}
          onEventDrop={({ event: { entry }, start, isAllDay }) => {
            const step = stepTo(entry.start, new Date(start))
            // Where a month is shown, or the row above the hours, there is no clock to drop it at.
            move(entry.id, moved(entry, view === 'month' || isAllDay ? { days: step.days ?? 0 } : step))
          }}
          selectable
          onSelectSlot={({ start, end }) => {
            const first = dayjs(start)
            const begins = view === 'month' ? first.hour(firstHour).unix() : first.unix()
            pick({ start: begins, end: view === 'month' ? begins + halfHour : dayjs(end).unix() })
          }}
        />
      </div>
    </ActionsContext>
  )
}

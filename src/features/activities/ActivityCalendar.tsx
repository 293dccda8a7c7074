import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/antd/Button'
import { Segmented } from '../../ui/antd/Segmented'
import { maxEvents, useEventsQuery } from '../../api/activitiesApi'
import { asApiError } from '../../api/kit/errors'
import { useAppSelector, useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { emailKey } from '../../contract/emailKey'
import { refusalOf, type Identity } from '../../contract/policy'
import type { Shown } from '../../resources/activities/shownIn'
import { useWorkingHours } from '../../resources/workingHours/useWorkingHours'
import { isWorkingTime } from '../../resources/workingHours/workingHours'
import { selectIdentity, selectOwnEmails } from '../../store/currentUser'
import { DayList } from '../../ui/calendar/DayList'
import type { GridEntry } from '../../ui/calendar/EventGrid'
import type { Time } from '../../ui/calendar/moving'
import {
  dayOf,
  daysIn,
  periodAfter,
  periodBounds,
  periodTitle,
  today,
  type Period,
} from '../../ui/calendar/periods'
import { timeText } from '../../ui/calendar/timeText'
import { timeOf } from '../../resources/activities/wholeDays'
import { dayAt } from '../../contract/allDay'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { useIsPrint } from '../../ui/hooks/useMediaQuery'
import { lazyComponent } from '../../ui/page/lazyComponent'
import { formatNumber } from '../../ui/value/numbers'
import { browserTimeZone, timeZoneName } from '../../ui/value/timeZone'
import { useTimePattern } from '../../ui/value/useDateWords'
import type { Opened } from './ActivityDialog'
import { useMoves } from './useMoves'
import '../../ui/table/resource-table.css'
import './activity-calendar.css'

/** A month or a week. */
const Grid = lazyComponent(
  async () => (await import('../../ui/calendar/EventGrid')).EventGrid,
  'The calendar could not be loaded.',
  <div className="activity-calendar-waiting" role="status" aria-label="Loading" />,
)

interface ActivityCalendarProps {
  shown: Shown
  show: (shown: Shown) => void
  open: (opened: Opened) => void
  /** The event opened last, which gets the focus back. */
  last: number | null
  /** Beside the view's own controls. */
  children?: ReactNode
}

const views = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'list', label: 'List' },
] as const

const noIds: readonly number[] = []

const isWith = (
  { participants, created_by }: Row<'activities'>,
  { userId }: Identity,
  own: ReadonlySet<string>,
) => created_by === userId || participants.some(({ email }) => own.has(emailKey(email)))

/** Rows as calendar events: at their new time while moving, and with the user's rights. */
const useEntries = (
  rows: readonly Row<'activities'>[],
  places: ReadonlyMap<number, Time>,
): readonly GridEntry[] => {
  const who = useAppSelector(selectIdentity)
  const addresses = useAppSelector(selectOwnEmails)
  return useMemo(() => {
    const own = new Set(addresses.map(emailKey))
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      ...timeOf(row),
      ...places.get(row.id),
      isMovable: who !== null && refusalOf(who, 'activities', 'change', row) === null,
      mark: who && isWith(row, who, own) ? 'with you' : undefined,
    }))
  }, [rows, places, who, addresses])
}

/**
 * The calendar of activities: a month, a week or a list of its days, on the page and in the dialog of the layout
 * (ACT-1, SHELL-9).
 */
export const ActivityCalendar = ({ shown, show, open, last, children }: ActivityCalendarProps) => {
  const helpId = useId()
  const root = useRef<HTMLDivElement>(null)
  const { view, date, isOwn } = shown
  const isPrint = useIsPrint()
  // On paper a grid would cut what has no room in it.
  const isList = view === 'list' || isPrint
  const emails = useAppSelector(selectOwnEmails)
  const { data, currentData, error, isFetching, refetch } = useEventsQuery(
    { ...periodBounds(shown), ...(isOwn && { emails }) },
    { refetchOnMountOrArgChange: true },
  )
  const hours = useWorkingHours()
  const isWorking = useMemo(() => hours && ((moment: Date) => isWorkingTime(hours, moment)), [hours])
  const { places, move } = useMoves()
  const rows = useRows('activities', data?.ids ?? noIds)
  const entries = useEntries(rows, places)
  const [focused, setFocused] = useState(last)
  const clock = useTimePattern()
  const [said, setSaid] = useState('')
  const problem = isFetching ? undefined : asApiError(error)
  const unseen = (currentData?.count ?? 0) - (currentData?.ids.length ?? 0)

  const openEvent = useCallback((id: number) => open({ id }), [open])
  const openDay = useCallback((day: string) => show({ view: 'list', date: day, isOwn }), [show, isOwn])
  const moveEvent = (id: number, to: Time) => {
    const entry = entries.find((known) => known.id === id)
    if (!entry || (entry.start === to.start && entry.end === to.end)) return
    move(id, to)
    setFocused(id)
    setSaid(`${entry.title}: ${timeText(to, clock)}`)
    const bounds = periodBounds(shown)
    const first = to.isAllDay ? dayAt(to.start) : dayOf(to.start * 1_000)
    const [from, until] = [dayOf(bounds.start * 1_000), dayOf(bounds.end * 1_000)]
    if (first < from || first >= until) show({ ...shown, date: first })
  }

  useEffect(() => {
    if (view !== 'list' || last === null) return
    root.current?.querySelector<HTMLElement>(`[data-event="${last}"]`)?.focus()
  }, [view, last, data])

  return (
    <div ref={root} className="activity-calendar stack">
      <div className="activity-calendar-bar row">
        <span className="activity-calendar-steps">
          <Button
            icon={<LeftOutlined aria-hidden />}
            aria-label={`Previous ${view === 'month' ? 'month' : 'week'}`}
            onClick={() => show({ ...periodAfter(shown, -1), isOwn })}
          />
          <Button onClick={() => show({ ...shown, date: today() })}>Today</Button>
          <Button
            icon={<RightOutlined aria-hidden />}
            aria-label={`Next ${view === 'month' ? 'month' : 'week'}`}
            onClick={() => show({ ...periodAfter(shown, 1), isOwn })}
          />
        </span>
        <h2 aria-live="polite">{periodTitle(shown)}</h2>
        <label className="activity-calendar-filter line">
          Events
          <select
            value={isOwn ? 'own' : ''}
            onChange={({ target }) => show({ ...shown, isOwn: target.value === 'own' })}
          >
            <option value="">Everybody&apos;s</option>
            <option value="own">With me</option>
          </select>
        </label>
        <Segmented
          aria-label="View"
          options={[...views]}
          value={view}
          onChange={(next) => show({ ...shown, view: next })}
        />
        {children}
      </div>
      {problem && (
        <ErrorState
          title="The events could not be loaded."
          error={problem}
          retry={() => void refetch()}
          inline={data !== undefined}
        />
      )}
      {unseen > 0 && (
        <p role="status">
          The first {maxEvents} events are shown; {formatNumber(unseen)} more follow them.{' '}
          {view === 'month' ? 'A week shows fewer at once.' : 'Only those with you can be shown, too.'}
        </p>
      )}
      <div className="resource-table" aria-busy={isFetching}>
        {isFetching && <div className="progress-line" />}
        {isList ? (
          <div className="activity-calendar-list">
            {!data && !problem ? (
              <p role="status" className="quiet">
                Loading...
              </p>
            ) : (
              <EventList
                entries={entries}
                shown={shown}
                open={isPrint ? undefined : openEvent}
                isCurrent={currentData !== undefined}
              />
            )}
          </div>
        ) : (
          <Grid
            view={view}
            date={date}
            entries={entries}
            open={openEvent}
            openDay={openDay}
            move={moveEvent}
            pick={(time) => open({ time })}
            describedBy={helpId}
            isWorking={isWorking}
            focused={focused}
          />
        )}
      </div>
      <p className="quiet">Times are by the clock of {timeZoneName(browserTimeZone())}.</p>
      {!isList && (
        <p id={helpId} className="quiet activity-calendar-help">
          To move an event, drag it, or press <kbd>Shift</kbd> and an arrow key on it. To change when it ends,{' '}
          {view === 'week' && 'drag its edge, or '}hold <kbd>Alt</kbd> down, too.
        </p>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

interface EventListProps {
  entries: readonly GridEntry[]
  shown: Period
  /** Not given on paper, where nothing is opened. */
  open: ((id: number) => void) | undefined
  /** The events belong to the displayed period, not to the previous one. */
  isCurrent: boolean
}

const EventList = ({ entries, shown, open, isCurrent }: EventListProps) => {
  const days = daysIn(shown, entries, useTimePattern())
  if (days.length > 0) return <DayList days={days} open={open} />
  return isCurrent ? (
    <p className="quiet">There is nothing this {shown.view === 'month' ? 'month' : 'week'}.</p>
  ) : null
}

import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { asApiError } from '../../../api/kit/errors'
import { usePermission, useRows } from '../../../api/kit/hooks'
import { opportunitiesApi, useOpportunityDaysQuery } from '../../../api/opportunitiesApi'
import type { Row } from '../../../contract'
import { dayStart, secondsOfDay } from '../../../contract/allDay'
import { opportunityPaths } from '../../../resources/opportunities/paths'
import { Button } from '../../../ui/antd/Button'
import { DayList } from '../../../ui/calendar/DayList'
import type { GridEntry } from '../../../ui/calendar/EventGrid'
import { daysIn, periodAfter, periodTitle, today } from '../../../ui/calendar/periods'
import { wholeDay } from '../../../ui/calendar/weeks'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { useIsNarrow, useIsPrint } from '../../../ui/hooks/useMediaQuery'
import type { ListControl } from '../../../ui/list/useListState'
import { useAbortOfOlder } from '../../../ui/list/useResourceList'
import { lazyComponent } from '../../../ui/page/lazyComponent'
import { useIsUnread } from '../../../ui/page/pageRoute'
import { isDay } from '../../../ui/value/dates'
import { formatNumber } from '../../../ui/value/numbers'
import { useTimePattern } from '../../../ui/value/useDateWords'
import { dateIn, maxDue, monthArgs } from './monthArgs'
import { useDueMoves } from './useDueMoves'
import '../../../ui/table/resource-table.css'
import './due-calendar.css'

type Deal = Row<'opportunities'>

const Grid = lazyComponent(
  async () => (await import('../../../ui/calendar/EventGrid')).EventGrid,
  'The calendar could not be loaded.',
  <div className="due-calendar-waiting" role="status" aria-label="Loading" />,
)

const endpoint = opportunitiesApi.endpoints.opportunityDays
const noIds: readonly number[] = []
/** Seconds that a due date with a time takes in the calendar. */
const length = 1_800

const timeOf = (due: string) => {
  if (isDay(due)) return { start: dayStart(due), end: dayStart(due) + secondsOfDay, isAllDay: true }
  const start = Date.parse(due) / 1_000
  return { start, end: start + length }
}

const entryOf = (deal: Deal, isMovable: boolean): GridEntry[] =>
  deal.pricing_due_date === null || deal.deleted_at !== null
    ? []
    : [
        {
          id: deal.opportunity_id,
          title: deal.opportunity_name,
          ...timeOf(deal.pricing_due_date),
          isMovable,
        },
      ]

/** The month as a list of its days, for narrow screens, and for paper, which a grid with more than its room would not fit. */
const MonthList = ({
  date,
  entries,
  open,
}: {
  date: string
  entries: readonly GridEntry[]
  /** Not given on paper, where nothing is opened. */
  open: ((id: number) => void) | undefined
}) => {
  const clock = useTimePattern()
  // A due date is a point in time.
  const points = entries.map((entry) => (entry.isAllDay ? entry : { ...entry, end: entry.start }))
  const days = daysIn({ view: 'month', date }, points, clock).map(({ lines, ...day }) => ({
    ...day,
    lines: lines.map((line) => ({ ...line, time: line.time === wholeDay ? '' : line.time })),
  }))
  if (days.length === 0) return <p className="quiet">Nothing is due this month.</p>
  return <DayList days={days} open={open} />
}

/** The list as a calendar of the days on which pricing is due: one month, and only what it shows (BOARD-5). */
export const DueCalendar = ({ list }: { list: ListControl }) => {
  const helpId = useId()
  const navigate = useNavigate()
  const isPrint = useIsPrint()
  const isList = useIsNarrow() || isPrint
  const { state, act } = list
  const args = useMemo(() => monthArgs(state), [state])
  const { data, error, isFetching, refetch } = useOpportunityDaysQuery(args, {
    refetchOnMountOrArgChange: useIsUnread(endpoint, args),
  })
  useAbortOfOlder(endpoint.name, args)
  const { isAllowed } = usePermission('opportunities', 'change')
  const rows = useRows('opportunities', data?.ids ?? noIds)
  const entries = useMemo(() => rows.flatMap((row) => entryOf(row, isAllowed)), [rows, isAllowed])
  const moveDue = useDueMoves()
  const [focused, setFocused] = useState<number | null>(null)
  const date = dateIn(state)
  const period = { view: 'month', date } as const
  const problem = isFetching ? undefined : asApiError(error)
  const unseen = (data?.count ?? 0) - (data?.ids.length ?? 0)

  const show = (day: string) => {
    const month = day.slice(0, 7)
    act({ type: 'monthChosen', month: month === today().slice(0, 7) ? null : month })
  }
  const open = (id: number) => void navigate(opportunityPaths.details(id))
  /** A day with more than the grid has room for, in the table. */
  const openDay = (day: string) => {
    const filters = { ...state.filters, pricing_due_date_from: day, pricing_due_date_to: day }
    void navigate({ search: `${new URLSearchParams({ ...filters, ...(state.q && { q: state.q }) })}` })
  }
  return (
    <div className="due-calendar stack">
      <div className="due-calendar-bar row">
        <span className="line">
          <Button
            icon={<LeftOutlined aria-hidden />}
            aria-label="Previous month"
            onClick={() => show(periodAfter(period, -1).date)}
          />
          <Button onClick={() => show(today())}>Today</Button>
          <Button
            icon={<RightOutlined aria-hidden />}
            aria-label="Next month"
            onClick={() => show(periodAfter(period, 1).date)}
          />
        </span>
        <h2 aria-live="polite">{periodTitle(period)}</h2>
      </div>
      {problem && (
        <ErrorState
          title="The due dates could not be loaded."
          error={problem}
          retry={() => void refetch()}
          inline={data !== undefined}
        />
      )}
      {unseen > 0 && (
        <p role="status">
          The first {maxDue} due dates are shown; {formatNumber(unseen)} more follow them. A filter shows
          fewer at once.
        </p>
      )}
      <div className="resource-table" aria-busy={isFetching}>
        {isFetching && <div className="progress-line" />}
        {isList ? (
          <div className="due-calendar-waiting">
            {data ? (
              <MonthList date={date} entries={entries} open={isPrint ? undefined : open} />
            ) : (
              !problem && (
                <p role="status" className="quiet">
                  Loading...
                </p>
              )
            )}
          </div>
        ) : (
          <Grid
            view="month"
            date={date}
            entries={entries}
            open={open}
            openDay={openDay}
            move={(id, to) => {
              const deal = rows.find(({ opportunity_id }) => opportunity_id === id)
              if (!deal) return
              setFocused(id)
              void moveDue(deal, to)
            }}
            pick={() => undefined}
            describedBy={helpId}
            focused={focused}
          />
        )}
      </div>
      {!isList && isAllowed && (
        <p id={helpId} className="quiet">
          To move a due date, drag it, or press <kbd>Shift</kbd> and an arrow key on it.
        </p>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'
import { useTimePattern } from '../value/useDateWords'
import { DayList } from './DayList'
import { daysOf, thisWeek, weekAfter, weekTitle, type CalendarEntry, type Week } from './weeks'
import './week-list.css'

interface WeekListProps {
  week: Week
  show: (week: Week) => void
  /** Undefined while loading. */
  entries: readonly CalendarEntry[] | undefined
  /** Accessible name of the events, for pages with several weeks. */
  label?: string | undefined
  /** Replaces the days: an error, or the reason why there are none. */
  notice?: ReactNode
}

/** A week as a list of its days with events, of constant height. Without antd, for pages outside the layout. */
export const WeekList = ({ week, show, entries, label = 'Events of the week', notice }: WeekListProps) => {
  const days = daysOf(week, entries ?? [], useTimePattern())
  return (
    <div className="week-list panel">
      <div className="week-list-head line">
        <p aria-live="polite">{weekTitle(week)}</p>
        <span className="not-printed">
          <button type="button" aria-label="Previous week" onClick={() => show(weekAfter(week, -1))}>
            ‹
          </button>
          <button type="button" onClick={() => show(thisWeek())}>
            Today
          </button>
          <button type="button" aria-label="Next week" onClick={() => show(weekAfter(week, 1))}>
            ›
          </button>
        </span>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container has to be reachable by
          keyboard */}
      <div className="week-list-days" role="region" aria-label={label} tabIndex={0}>
        {notice ??
          (!entries ? (
            <p role="status" className="quiet">
              Loading...
            </p>
          ) : days.length === 0 ? (
            <p className="quiet">There is nothing this week.</p>
          ) : (
            <DayList days={days} />
          ))}
      </div>
    </div>
  )
}

import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { useEventsQuery } from '../../api/activitiesApi'
import { asApiError } from '../../api/kit/errors'
import { useRows } from '../../api/kit/hooks'
import { timeOf } from './wholeDays'
import { WeekList } from '../../ui/calendar/WeekList'
import { boundsOf, type Week } from '../../ui/calendar/weeks'
import { ErrorState } from '../../ui/feedback/ErrorState'
import './people-week.css'

/** Maximum number of people in one request. */
const mostPeople = 50
const noIds: readonly number[] = []

interface PeopleWeekProps {
  /** The people whose events are shown; none without an email. */
  emails: readonly string[]
  week: Week
  show: (week: Week) => void
  /** Accessible name of the events. */
  label?: string
  /** Message where no email is known. */
  unknown: string
}

/** The loaded events of the week: while the list of people changes, the previous events stay. */
const useKept = (week: Week, ids: readonly number[] | undefined): readonly number[] | undefined => {
  const [kept, setKept] = useState<{ week: Week; ids: readonly number[] }>()
  if (ids && (kept?.week !== week || kept.ids !== ids)) setKept({ week, ids })
  if (ids) return ids
  // An empty week of other people means nothing.
  return kept?.week === week && kept.ids.length > 0 ? kept.ids : undefined
}

/** A week of some people: the events that any of them participates in or has created (CON-10, SCH-1). */
export const PeopleWeek = ({ emails, week, show, label, unknown }: PeopleWeekProps) => {
  const { currentData, error, isFetching, refetch } = useEventsQuery(
    emails.length > 0 ? { emails: emails.slice(0, mostPeople), ...boundsOf(week) } : skipToken,
    { refetchOnMountOrArgChange: true },
  )
  const known = useKept(week, currentData?.ids)
  const rows = useRows('activities', known ?? noIds)
  const problem = isFetching ? undefined : asApiError(error)
  const overlay = isFetching && (
    <p className="people-week-loading line" role="status">
      <span className="spinner" aria-hidden /> Loading...
    </p>
  )
  const notice =
    emails.length === 0 ? (
      <p className="quiet">{unknown}</p>
    ) : problem ? (
      <ErrorState title="The events could not be loaded." error={problem} retry={() => void refetch()} />
    ) : (
      !known && overlay
    )
  return (
    <div className="people-week" aria-busy={isFetching}>
      <WeekList
        week={week}
        show={show}
        label={label}
        entries={known && rows.map((entry) => ({ ...entry, ...timeOf(entry) }))}
        notice={notice || undefined}
      />
      {known && overlay}
    </div>
  )
}

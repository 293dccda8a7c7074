import { skipToken } from '@reduxjs/toolkit/query'
import { useEventsQuery } from '../../api/activitiesApi'
import { asApiError } from '../../api/kit/errors'
import { useRows } from '../../api/kit/hooks'
import { WeekList } from '../../ui/calendar/WeekList'
import { boundsOf, type Week } from '../../ui/calendar/weeks'
import { ErrorState } from '../../ui/feedback/ErrorState'
import './people-week.css'

/** The server looks for so many people at once. */
const mostPeople = 50
const noIds: readonly number[] = []

interface PeopleWeekProps {
  /** Whose events are shown; nobody's are looked for where there is no email. */
  emails: readonly string[]
  week: Week
  show: (week: Week) => void
  /** What the events are called for screen readers. */
  label?: string
  /** Said where no email is known. */
  unknown: string
}

/** A week of some people: the events in which any of them takes part (CON-10, SCH-1). */
export const PeopleWeek = ({ emails, week, show, label, unknown }: PeopleWeekProps) => {
  const { data, error, isFetching, refetch } = useEventsQuery(
    emails.length > 0 ? { emails: emails.slice(0, mostPeople), ...boundsOf(week) } : skipToken,
    { refetchOnMountOrArgChange: true },
  )
  const rows = useRows('activities', data?.ids ?? noIds)
  const problem = isFetching ? undefined : asApiError(error)
  const notice =
    emails.length === 0 ? (
      <p className="quiet">{unknown}</p>
    ) : (
      problem && (
        <ErrorState title="The events could not be loaded." error={problem} retry={() => void refetch()} />
      )
    )
  return (
    <div className="people-week" aria-busy={isFetching}>
      <WeekList
        week={week}
        show={show}
        label={label}
        entries={rows.map((entry) => ({ ...entry, end: entry.end ?? entry.start }))}
        notice={notice}
      />
      {isFetching && (
        <p className="people-week-loading" role="status">
          <span className="spinner" aria-hidden /> Loading...
        </p>
      )}
    </div>
  )
}

import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { useEventsQuery } from '../../api/activitiesApi'
import { asApiError } from '../../api/kit/errors'
import { useAppSelector, useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { selectOwnEmails } from '../../store/currentUser'
import { timeOf } from '../../resources/activities/wholeDays'
import { WeekList } from '../../ui/calendar/WeekList'
import { boundsOf, thisWeek } from '../../ui/calendar/weeks'

const noIds: readonly number[] = []

/** The signed-in user's own events, week by week (SCREEN-1). */
export const OwnWeek = ({ user }: { user: Row<'users'> | null }) => {
  const [week, setWeek] = useState(thisWeek)
  const emails = useAppSelector(selectOwnEmails)
  const { currentData, error, isFetching, refetch } = useEventsQuery(
    emails.length > 0 ? { emails, ...boundsOf(week) } : skipToken,
    { refetchOnMountOrArgChange: true },
  )
  const entries = useRows('activities', currentData?.ids ?? noIds)
  const problem = isFetching ? undefined : asApiError(error)
  const notice = problem ? (
    <div role="alert">
      <p>The events could not be loaded. {problem.detail}</p>
      <button type="button" className="light-button" onClick={() => void refetch()}>
        Retry
      </button>
    </div>
  ) : (
    user &&
    emails.length === 0 && (
      <p className="quiet">Events are found by email, and none is known of your account.</p>
    )
  )
  return (
    <WeekList
      week={week}
      show={setWeek}
      entries={currentData && entries.map((entry) => ({ ...entry, ...timeOf(entry) }))}
      notice={notice || undefined}
    />
  )
}

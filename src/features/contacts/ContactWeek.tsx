import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { useEventsQuery } from '../../api/activitiesApi'
import { asApiError } from '../../api/kit/errors'
import { useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { WeekList } from '../../ui/calendar/WeekList'
import { boundsOf, thisWeek } from '../../ui/calendar/weeks'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { useEmails } from './useEmails'

const noIds: readonly number[] = []

/** The week of a contact: events whose participants include one of the contact's emails (CON-10). */
export const ContactWeek = ({ contact }: { contact: Row<'contacts'> }) => {
  const [week, setWeek] = useState(thisWeek)
  const emails = useEmails(contact)
  const { currentData, error, isFetching, refetch } = useEventsQuery(
    emails.length > 0 ? { emails, ...boundsOf(week) } : skipToken,
    { refetchOnMountOrArgChange: true },
  )
  const entries = useRows('activities', currentData?.ids ?? noIds)
  const problem = isFetching ? undefined : asApiError(error)
  const notice =
    emails.length === 0 ? (
      <p className="quiet">No email of the contact is known, and events are found by email.</p>
    ) : (
      problem && (
        <ErrorState title="The events could not be loaded." error={problem} retry={() => void refetch()} />
      )
    )
  return (
    <WeekList
      week={week}
      show={setWeek}
      entries={currentData && entries.map((entry) => ({ ...entry, end: entry.end ?? entry.start }))}
      notice={notice}
    />
  )
}

import { useState } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useAppDispatch } from '../../api/kit/hooks'
import { useCalendarsQuery, useChangeProfileMutation } from '../../api/mailApi'
import { usersApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import type { Calendar } from '../../contract/mail'
import { restartApplication } from './restartApplication'

/** The current calendar, else the one named 'Calendar', else the first (SETUP-1). */
const preselected = (calendars: readonly Calendar[], chosen: string | null) =>
  calendars.find(({ id }) => id === chosen) ??
  calendars.find(({ name }) => name === 'Calendar') ??
  calendars[0]

/** The choice of the default calendar, after which the application reloads (SETUP-1, SETUP-3). */
export const CalendarChoice = ({ profile }: { profile: Row<'profiles'> }) => {
  const dispatch = useAppDispatch()
  const { data: calendars, error, refetch, isFetching } = useCalendarsQuery(undefined)
  const [change, { error: refused, isLoading }] = useChangeProfileMutation()
  const [chosen, setChosen] = useState<string | null>(null)
  const problem = asApiError(error ?? refused)
  const value = chosen ?? preselected(calendars ?? [], profile.nylas_default_calendar)?.id

  const complete = async () => {
    if (value === undefined) return
    const { error: failed } = await change({ id: profile.id, body: { nylas_default_calendar: value } })
    if (failed) return
    await dispatch(
      usersApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
    )
    restartApplication()
  }

  return (
    <form
      className="light-form stack"
      onSubmit={(event) => {
        event.preventDefault()
        void complete()
      }}
    >
      {problem && (
        <p role="alert" className="problems">
          {problem.detail}
        </p>
      )}
      <fieldset className="setup-calendars">
        <legend>Default calendar</legend>
        {!calendars && isFetching && <p role="status">Loading...</p>}
        {calendars?.map(({ id, name }) => (
          <label key={id}>
            <input
              type="radio"
              name="calendar"
              value={id}
              checked={id === value}
              onChange={() => setChosen(id)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div className="row">
        {error && (
          <button type="button" className="light-button" onClick={() => void refetch()}>
            Retry
          </button>
        )}
        <button
          type="submit"
          className="light-button light-button-main"
          disabled={value === undefined || isLoading}
        >
          Complete
        </button>
      </div>
    </form>
  )
}

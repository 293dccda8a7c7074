import { Form, Formik, type FormikHelpers } from 'formik'
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useKeepWorkingHoursMutation } from '../../api/workingHoursApi'
import type { Row } from '../../contract'
import { weekdays, type WeekHours } from '../../contract/weekHours'
import { useWorkingHours } from '../../records/workingHours/useWorkingHours'
import { FocusFirstProblem } from '../../ui/form/FocusFirstProblem'
import { isSaveKey } from '../../ui/form/saveKey'
import { DayRow } from './DayRow'
import { TimeZone } from './TimeZone'
import { hoursFrom, hoursSchema, valuesFrom, type HoursValues } from './values'

const saveByKey = (event: KeyboardEvent<HTMLFormElement>) => {
  if (!isSaveKey(event)) return
  event.preventDefault()
  if (!event.repeat) event.currentTarget.requestSubmit()
}

interface KeepTypedProps {
  dirty: boolean
  /** What is kept of the hours, which another tab may have changed. */
  hours: WeekHours | null
  follow: (hours: WeekHours | null) => void
}

/** Before anything has been typed the form follows what is kept; the browser asks before what has been is lost with its tab. */
const KeepTyped = ({ dirty, hours, follow }: KeepTypedProps) => {
  useEffect(() => {
    if (!dirty) follow(hours)
  }, [dirty, hours, follow])
  useEffect(() => {
    const closing = (event: BeforeUnloadEvent) => event.preventDefault()
    if (dirty) window.addEventListener('beforeunload', closing)
    return () => window.removeEventListener('beforeunload', closing)
  }, [dirty])
  return null
}

/**
 * Monday to Sunday with start and end. Save keeps them on the profile, Reset goes back to what is kept there; both wait
 * for somebody to sign in (SCREEN-1).
 */
export const HoursForm = ({ profile }: { profile: Row<'profiles'> | null }) => {
  const hours = useWorkingHours()
  const [base, setBase] = useState(hours)
  const initialValues = useMemo(() => valuesFrom(base), [base])
  const [keep, { error }] = useKeepWorkingHoursMutation()
  const problem = asApiError(error)

  const save = async (values: HoursValues, { resetForm }: FormikHelpers<HoursValues>) => {
    if (!profile) return
    const { error: refused } = await keep({ id: profile.id, body: { working_hours: hoursFrom(values) } })
    if (!refused) resetForm({ values })
  }

  return (
    <Formik initialValues={initialValues} enableReinitialize validationSchema={hoursSchema} onSubmit={save}>
      {({ dirty, isSubmitting, resetForm }) => (
        <Form className="light-form" aria-label="Working hours" noValidate onKeyDown={saveByKey}>
          <FocusFirstProblem />
          <KeepTyped dirty={dirty} hours={hours} follow={setBase} />
          {problem && !isSubmitting && (
            <p role="alert" className="problems">
              {problem.fields?.working_hours ?? problem.detail}
            </p>
          )}
          <fieldset className="hours-days" disabled={!profile || isSubmitting}>
            <legend className="visually-hidden">Days of the week</legend>
            <div className="hours-head" aria-hidden>
              <span>Day</span>
              <span>Start</span>
              <span>End</span>
            </div>
            {weekdays.map((name, index) => (
              <DayRow key={name} name={name} at={`days.${index}`} />
            ))}
          </fieldset>
          <TimeZone />
          <div className="light-actions">
            <button
              type="submit"
              className="light-button light-button-main"
              disabled={!profile || isSubmitting}
            >
              {isSubmitting && <span className="spinner" aria-hidden />}
              Save
            </button>
            <button
              type="button"
              className="light-button"
              disabled={!profile || isSubmitting}
              onClick={() => resetForm()}
            >
              Reset
            </button>
          </div>
        </Form>
      )}
    </Formik>
  )
}

import { Form, useFormikContext } from 'formik'
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { useSaveWorkingHoursMutation } from '../../../api/workingHoursApi'
import type { Row } from '../../../contract'
import { weekdays, type WeekHours } from '../../../contract/weekHours'
import { useWorkingHours } from '../../../resources/workingHours/useWorkingHours'
import { FormState } from '../../../ui/form/EditForm'
import { FocusFirstProblem } from '../../../ui/form/FocusFirstProblem'
import { FormDraft } from '../../../ui/form/FormDraft'
import { FormNavigationGuard } from '../../../ui/form/FormNavigationGuard'
import { DisabledWhileSaving } from '../../../ui/form/DisabledWhileSaving'
import { isSaveKey } from '../../../ui/page/keyboardEvents'
import { useRefusal } from '../../../ui/form/useProblem'
import { DayRow } from './DayRow'
import { TimeZone } from '../TimeZone'
import { hoursFrom, hoursSchema, valuesFrom } from './values'

const saveByKey = (event: KeyboardEvent<HTMLFormElement>) => {
  if (!isSaveKey(event)) return
  event.preventDefault()
  if (!event.repeat) event.currentTarget.requestSubmit()
}

interface HoursProps {
  profile: Row<'profiles'> | null
  /** The stored hours, which another tab may have changed. */
  hours: WeekHours | null
  follow: (hours: WeekHours | null) => void
}

const Hours = ({ profile, hours, follow }: HoursProps) => {
  const { dirty, isSubmitting, resetForm } = useFormikContext()
  const refusal = useRefusal()
  // Takes over changed stored hours until something is typed.
  useEffect(() => {
    if (!dirty) follow(hours)
  }, [dirty, hours, follow])
  return (
    <Form className="light-form stack" aria-label="Working hours" noValidate onKeyDown={saveByKey}>
      <FocusFirstProblem />
      <FormNavigationGuard />
      {profile && <FormDraft name={`workingHours:${profile.id}`} />}
      {refusal && (
        <p role="alert" className="problems">
          {refusal.fields?.working_hours ?? refusal.detail}
        </p>
      )}
      <DisabledWhileSaving>
        <fieldset className="hours-days" disabled={!profile}>
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
      </DisabledWhileSaving>
      <div className="row">
        <button
          type="submit"
          className="light-button light-button-main"
          disabled={!profile}
          aria-busy={isSubmitting}
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
  )
}

/**
 * Monday to Sunday with start and end. Save stores them in the profile, Reset returns to the stored ones; both are
 * disabled without a session (SCREEN-1).
 */
export const HoursForm = ({ profile }: { profile: Row<'profiles'> | null }) => {
  const hours = useWorkingHours()
  const [base, setBase] = useState(hours)
  const initialValues = useMemo(() => valuesFrom(base), [base])
  const [keep] = useSaveWorkingHoursMutation()
  return (
    <FormState
      initialValues={initialValues}
      schema={hoursSchema}
      submit={async (values) =>
        profile && keep({ id: profile.id, body: { working_hours: hoursFrom(values) } }).unwrap()
      }
      rests
      restarts
    >
      <Hours profile={profile} hours={hours} follow={setBase} />
    </FormState>
  )
}

import { useFormikContext } from 'formik'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { activitiesApi, useScheduleEventMutation } from '../../api/activitiesApi'
import { useAppSelector, useRow } from '../../api/kit/hooks'
import { dayAt } from '../../contract/allDay'
import { emailKey } from '../../contract/emailKey'
import { activityFieldMeta } from '../../resources/activities/fieldMeta'
import { PeopleWeek } from '../../resources/activities/PeopleWeek'
import { TimeFields } from '../../resources/activities/TimeFields'
import { fieldMetaOf } from '../../resources/kit/fieldMeta'
import { Fields } from '../../resources/kit/Fields'
import { useCreation } from '../../resources/kit/useCreation'
import { opportunityAt } from '../../resources/opportunities/paths'
import { useWorkingHours } from '../../resources/workingHours/useWorkingHours'
import { isWithinWorkingHours } from '../../resources/workingHours/workingHours'
import { selectOwnEmails, selectProfile } from '../../store/currentUser'
import { thisWeek, weekOf } from '../../ui/calendar/weeks'
import { FixedField } from '../../ui/form/FixedField'
import { FormDialog } from '../../ui/form/FormDialog'
import type { FrameDialogProps } from '../feature'
import { initialValues, scheduled, schema, type MeetingValues } from './meeting'
import './scheduler.css'

const labels = { start: 'From', end: 'To' }
/** Minutes after the start of the suggested end. */
const proposal = 30

/** Warns of a time outside the user's working hours; does not block. */
const HoursNotice = () => {
  const hours = useWorkingHours()
  const { start, end, all_day } = useFormikContext<MeetingValues>().values
  if (typeof start !== 'number' || all_day) return null
  const until = typeof end === 'number' && end > start ? end : start
  if (isWithinWorkingHours(hours, new Date(start * 1_000), new Date(until * 1_000))) return null
  return <p className="scheduler-notice tinted">This time lies outside your working hours.</p>
}

/** Busy times of the user and the participants in the week of the meeting (SCH-1). */
const BusyWeek = () => {
  const { start, all_day, participants } = useFormikContext<MeetingValues>().values
  const own = useAppSelector(selectOwnEmails)
  const chosen = typeof start === 'number' ? weekOf(all_day ? `${dayAt(start)}T12:00` : start * 1_000) : null
  const [shown, setShown] = useState({ of: chosen, week: chosen ?? thisWeek() })
  // A start in another week shows that week; until then other weeks can be browsed.
  if (chosen !== shown.of) setShown({ of: chosen, week: chosen ?? shown.week })
  const people = [...own, ...participants.map(({ email }) => email)]
  return (
    <section aria-label="Week of the meeting">
      <PeopleWeek
        emails={[...new Map(people.map((email) => [emailKey(email), email])).values()]}
        week={shown.week}
        show={(week) => setShown({ of: chosen, week })}
        label="Events around the meeting"
        unknown="Events are found by email, and none is known of your account."
      />
      <p className="quiet">Events of yours and of the participants.</p>
    </section>
  )
}

/**
 * SCHEDULER: a meeting, from the top bar, a contact or an opportunity (SCH-1, SHELL-9, CON-10); on the pages of an
 * opportunity the meeting is linked to it.
 */
export const FrameDialog = ({ begins: told, close }: FrameDialogProps<'meeting'>) => {
  const { pathname } = useLocation()
  const [begins] = useState(() => {
    const deal = told.deal ?? opportunityAt(pathname)
    return deal === undefined ? told : { ...told, deal }
  })
  const [schedule] = useScheduleEventMutation()
  const [complete] = activitiesApi.change.useMutation()
  const calendar = useAppSelector(selectProfile)?.nylas_default_calendar
  const deal = useRow('opportunities', begins.deal)
  const { deal: about = 'new', participants = [] } = begins
  const draft = { name: ['meeting', about, ...participants.map(({ email }) => email)].join(':') }
  const once = useCreation<'activities'>({ resource: 'activities', draft: draft.name, complete })
  const [first] = useState(() => initialValues(begins))
  return (
    <FormDialog
      title="SCHEDULER"
      width={960}
      initialValues={first}
      schema={schema}
      submit={(values) => once(schedule, scheduled(values, calendar, begins))}
      draft={draft}
      close={close}
    >
      <div className="scheduler">
        <div className="scheduler-fields stack">
          {begins.deal !== undefined && (
            <FixedField label={fieldMetaOf(activityFieldMeta, 'deal').label}>
              {deal?.opportunity_name ?? `#${begins.deal}`}
            </FixedField>
          )}
          <Fields of={activityFieldMeta} names={['title']} />
          <div>
            <TimeFields labels={labels} proposes={proposal} />
            <div role="status">
              <HoursNotice />
            </div>
          </div>
          <Fields of={activityFieldMeta} names={['participants', 'description']} />
        </div>
        <BusyWeek />
      </div>
    </FormDialog>
  )
}

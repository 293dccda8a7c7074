import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { Button } from '../../../ui/antd/Button'
import { useCallback, useContext, useState } from 'react'
import { activitiesApi } from '../../../api/activitiesApi'
import { useAppSelector } from '../../../api/kit/hooks'
import type { Row } from '../../../contract'
import { activityFieldMeta } from '../../../resources/activities/fieldMeta'
import { ReminderField } from '../../../resources/activities/ReminderField'
import { TimeFields } from '../../../resources/activities/TimeFields'
import { Fields } from '../../../resources/kit/Fields'
import { fieldMetaOf } from '../../../resources/kit/fieldMeta'
import { RecordDialog } from '../../../resources/kit/RecordForm'
import { useRecordForm } from '../../../resources/kit/useRecordForm'
import { OrganizationField } from '../../../resources/organizations/OrganizationField'
import { selectProfile } from '../../../store/currentUser'
import type { Time } from '../../../ui/calendar/moving'
import { DeleteDialog } from '../../../ui/dialog/DeleteDialog'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import { AskingContext } from '../../../ui/navigationGuard/guards'
import { changeBody, createBody, layout, schema, valuesFrom } from './values'

const inputs = {
  // The asterisk is part of its literal label; the field is optional (ACT-3).
  organization: (frame: FieldProps) => (
    <OrganizationField {...frame} label={`${frame.label}*`} hint="May be left empty." />
  ),
  reminder_minutes: (frame: FieldProps) => <ReminderField {...frame} />,
}
const labels = {
  start: fieldMetaOf(activityFieldMeta, 'start').label,
  end: fieldMetaOf(activityFieldMeta, 'end').label,
}

/** Known values of a new activity. */
const begun = (time: Time | undefined): Partial<Row<'activities'>> | undefined =>
  time && { start: time.start, end: time.end, all_day: time.isAllDay ?? false }

interface ActivityFormProps {
  /** The activity to edit; without it, a new one is created. */
  activity?: Row<'activities'> | undefined
  /** Time of a new activity. */
  time?: Time | undefined
  close: () => void
}

/** Creates, edits or deletes an activity (ACT-1 to ACT-4). The confirmation replaces the form. */
export const ActivityForm = ({ activity, time, close }: ActivityFormProps) => {
  const calendar = useAppSelector(selectProfile)?.nylas_default_calendar
  const [create] = activitiesApi.create.useMutation()
  const [change] = activitiesApi.change.useMutation()
  const [remove] = activitiesApi.remove.useMutation()
  const [read] = activitiesApi.row.useLazyQuery()
  const [isDeleting, setIsDeleting] = useState(false)
  const isLeaving = useContext(AskingContext)
  const form = useRecordForm({
    fieldMeta: activityFieldMeta,
    row: activity,
    valuesFrom: useCallback((known?: Row<'activities'>) => valuesFrom(known ?? begun(time)), [time]),
    schema,
    make: (values, once) => once(create, createBody(values, calendar)),
    change,
    bodyOf: changeBody,
    ...(activity && { readAgain: () => void read(activity.id) }),
  })
  return (
    <>
      <AskingContext value={isLeaving || isDeleting}>
        <RecordDialog
          form={form}
          title="ACTIVITY"
          width={640}
          close={close}
          {...(activity && {
            actions: (isBusy) => (
              <Button
                danger
                disabled={isBusy}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => setIsDeleting(true)}
              >
                Delete Event
              </Button>
            ),
          })}
        >
          <Fields of={activityFieldMeta} names={['title']} />
          <TimeFields labels={labels} />
          <Fields of={activityFieldMeta} names={['reminder_minutes']} inputs={inputs} />
          <Fields of={activityFieldMeta} names={layout.sections.who.fields} inputs={inputs} />
        </RecordDialog>
      </AskingContext>
      {activity && isDeleting && (
        <DeleteDialog
          title="Delete Event"
          name={activity.title}
          remove={() => remove(activity.id).unwrap()}
          done={close}
          cancel={() => setIsDeleting(false)}
        />
      )}
    </>
  )
}

import type { Input, Row } from '../../../contract'
import { inOrder } from '../../../resources/activities/schema'
import { endOr } from '../../../resources/activities/wholeDays'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../../resources/kit/layout'
import { browserTimeZone } from '../../../ui/value/timeZone'
import { changedBody, newBody } from '../../../ui/form/values'

export const layout = defineLayout(
  'activities',
  {
    what: { title: 'Activity', fields: ['title', 'all_day', 'start', 'end', 'reminder_minutes'] },
    who: { title: 'People', fields: ['participants', 'organization', 'description'] },
  },
  // Set outside the form: the default calendar, the browser's time zone, and the scheduler's opportunity.
  ['calendar_id', 'deal', 'time_zone'],
)

export type ActivityValues = ValuesOf<typeof layout>

/** ACT-2 */
export const schema = inOrder(layoutSchema(layout))

/** Initial values of the form. */
export const valuesFrom = (row: Partial<Row<'activities'>> | undefined): ActivityValues =>
  layoutValues(layout, row)

/** An empty end equals the start (ACT-2). */
const ended = (values: ActivityValues): ActivityValues => ({ ...values, end: endOr(values) })

/** The body of a new activity, in the user's default calendar (ACT-3). */
export const createBody = (
  values: ActivityValues,
  calendar: string | null | undefined,
): Input<'activities'> =>
  ({
    ...newBody(ended(values)),
    time_zone: browserTimeZone(),
    ...(calendar && { calendar_id: calendar }),
  }) as Input<'activities'>

/** The changed fields. */
export const changeBody = (values: ActivityValues, initial: ActivityValues): Partial<Input<'activities'>> =>
  changedBody(ended(values), initial) as Partial<Input<'activities'>>

import type { Input, Row } from '../../contract'
import { inOrder } from '../../records/activities/schema'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../records/kit/layout'
import { changedBody, newBody } from '../../ui/form/values'

export const layout = defineLayout(
  'activities',
  {
    what: { title: 'Activity', fields: ['title', 'start', 'end'] },
    who: { title: 'People', fields: ['participants', 'organization', 'description'] },
  },
  // The calendar is one's own default; an opportunity comes from the scheduler.
  ['calendar_id', 'deal'],
)

export type ActivityValues = ValuesOf<typeof layout>

/** ACT-2 */
export const schema = inOrder(layoutSchema(layout))

/** What the form begins with. */
export const valuesFrom = (row: Partial<Row<'activities'>> | undefined): ActivityValues =>
  layoutValues(layout, row)

/** An end that is left empty equals the start (ACT-2). */
const ended = (values: ActivityValues): ActivityValues => ({ ...values, end: values.end ?? values.start })

/** What a new activity is made of; it goes into the default calendar of whoever makes it (ACT-3). */
export const createBody = (
  values: ActivityValues,
  calendar: string | null | undefined,
): Input<'activities'> =>
  ({ ...newBody(ended(values)), ...(calendar && { calendar_id: calendar }) }) as Input<'activities'>

/** What has been changed of one. */
export const changeBody = (values: ActivityValues, initial: ActivityValues): Partial<Input<'activities'>> =>
  changedBody(ended(values), initial) as Partial<Input<'activities'>>

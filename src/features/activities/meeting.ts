import { contract, type Input } from '../../contract'
import { inOrder } from '../../resources/activities/schema'
import { endOr } from '../../resources/activities/wholeDays'
import { browserTimeZone } from '../../ui/value/timeZone'
import { schemaOf } from '../../ui/form/schemaOf'
import { newBody, valuesOf, type FormValues } from '../../ui/form/values'
import type { DialogBegins } from '../../resources/frameDialogs'

const { fields } = contract.activities

/** The scheduler's own text for missing values (SCH-1). */
const requiredMessage = 'Please enter all fields required.'

const asked = {
  title: { ...fields.title, requiredMessage },
  all_day: fields.all_day,
  start: { ...fields.start, requiredMessage },
  end: fields.end,
  participants: fields.participants,
  description: { ...fields.description, requiredMessage },
} as const
const names = ['title', 'all_day', 'start', 'end', 'participants', 'description'] as const

export type MeetingValues = FormValues<typeof asked>

/** SCH-1 */
export const schema = inOrder(schemaOf({ fields: asked }, names))

/** Initial values of the form. */
export const initialValues = ({ participants = [] }: DialogBegins['meeting']): MeetingValues =>
  valuesOf({ fields: asked }, names, { participants: [...participants] })

/** The body of the meeting: in the user's default calendar, linked to the opportunity it was opened from. */
export const scheduled = (
  values: MeetingValues,
  calendar: string | null | undefined,
  { deal }: DialogBegins['meeting'],
): Input<'activities'> =>
  ({
    ...newBody({ ...values, end: endOr(values) }),
    time_zone: browserTimeZone(),
    deal: deal ?? null,
    ...(calendar && { calendar_id: calendar }),
  }) as Input<'activities'>

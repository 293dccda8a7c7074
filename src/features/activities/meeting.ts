import { contract, type Input } from '../../contract'
import { inOrder } from '../../records/activities/schema'
import { schemaOf } from '../../ui/form/schemaOf'
import { newBody, valuesOf, type FormValues } from '../../ui/form/values'
import type { DialogBegins } from '../../records/frameDialogs'

const { fields } = contract.activities

/** The scheduler has words of its own for what is missing (SCH-1). */
const missing = 'Please enter all fields required.'

const asked = {
  title: { ...fields.title, missing },
  start: { ...fields.start, missing },
  end: fields.end,
  participants: fields.participants,
  description: { ...fields.description, missing },
} as const
const names = ['title', 'start', 'end', 'participants', 'description'] as const

export type MeetingValues = FormValues<typeof asked>

/** SCH-1 */
export const schema = inOrder(schemaOf({ fields: asked }, names))

/** What the form begins with. */
export const initialValues = ({ participants = [] }: DialogBegins['meeting']): MeetingValues =>
  valuesOf({ fields: asked }, names, { participants: [...participants] })

/** What it is made of: into one's default calendar, about the opportunity that it was opened from, if it was. */
export const scheduled = (
  { end, ...values }: MeetingValues,
  calendar: string | null | undefined,
  { deal }: DialogBegins['meeting'],
): Input<'activities'> =>
  ({
    ...newBody({ ...values, end: end ?? values.start }),
    deal: deal ?? null,
    ...(calendar && { calendar_id: calendar }),
  }) as Input<'activities'>

import dayjs from 'dayjs'
import { mixed, type AnySchema, type ObjectSchema, type Schema } from 'yup'
import type { Input, Row } from '../../../contract'
import { date, integer } from '../../../contract/fields'
import { problems } from '../../../contract/problems'
import { maxTaskMinutes, taskDays, taskMinutes } from '../../../contract/todos'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../../resources/kit/layout'
import { minutesIn, timeNeeded } from '../../../resources/tasks/fieldMeta'
import { today } from '../../../ui/calendar/periods'
import { schemaOf } from '../../../ui/form/schemaOf'
import { newBody } from '../../../ui/form/values'
import { isDay } from '../../../ui/value/dates'
import type { Typed } from '../../../ui/value/numbers'

/** The option for a custom time. */
export const custom = 'custom'
type Custom = typeof custom

/** The inputs of the duration and the window differ from the stored fields. */
export const layout = defineLayout(
  'todos',
  {
    task: { title: 'Task', fields: ['name', 'organizations', 'description'] },
    progress: { title: 'Progress', fields: ['status', 'assignee', 'remind_at'] },
  },
  ['time_needed', 'completed_within', 'start_time', 'end_time', 'counted_from', 'content_type'],
)

export interface TaskValues extends ValuesOf<typeof layout> {
  time_needed: (typeof taskMinutes)[number] | Custom | null
  /** Minutes of a custom duration. */
  custom_minutes: Typed
  completed_within: (typeof taskDays)[number] | Custom | null
  /** First and last day of a custom window: 'YYYY-MM-DD'. */
  start_time: string | null
  end_time: string | null
}

const customMissing = 'Please enter custom field.'
const required = (text: string) =>
  mixed()
    .nullable()
    .test('given', text, (value) => (value ?? null) !== null)
const windowDays = schemaOf({ fields: { day: date({ required: true, requiredMessage: customMissing }) } }, [
  'day',
])
/** A day of a custom window; the given rule applies only then. */
const day = (rule: (schema: AnySchema) => AnySchema = (schema) => schema) =>
  mixed<string>()
    .nullable()
    .when('completed_within', { is: custom, then: () => rule(windowDays.fields.day as AnySchema) })

const asked = {
  custom_minutes: integer({ min: 1, max: maxTaskMinutes, required: true, requiredMessage: customMissing }),
}
const minutes = schemaOf({ fields: asked }, ['custom_minutes']).fields.custom_minutes as Schema

/** TASK-1 */
export const schema = layoutSchema(layout).shape({
  time_needed: required('Time Needed is required'),
  // Hidden fields are not validated.
  custom_minutes: mixed<NonNullable<Typed>>()
    .nullable()
    .when('time_needed', { is: custom, then: () => minutes }),
  completed_within: required('Completed is required'),
  start_time: day(),
  end_time: day((schema) =>
    schema.test('order', problems.order, (end: unknown, { parent }) => {
      const { start_time } = parent as TaskValues
      const areDays = [start_time, end].every((text) => typeof text === 'string' && isDay(text))
      return !areDays || String(start_time) <= String(end)
    }),
  ),
}) as unknown as ObjectSchema<TaskValues>

const within = <T extends number>(options: readonly T[], value: number): T | undefined =>
  options.find((option) => option === value)

const dayOf = (moment: string | null) => moment?.slice(0, 10) ?? null

type Window = Pick<TaskValues, 'completed_within' | 'start_time' | 'end_time'>

const windowOf = ({
  completed_within,
  start_time,
  end_time,
  counted_from,
  created_at,
  due_date,
}: Row<'todos'>): Window => {
  const preset = start_time || end_time ? undefined : within(taskDays, completed_within)
  return preset === undefined
    ? {
        completed_within: custom,
        start_time: dayOf(start_time) ?? counted_from ?? dayOf(created_at),
        end_time: dayOf(end_time) ?? due_date,
      }
    : { completed_within: preset, start_time: null, end_time: null }
}

const timeOf = (task: Row<'todos'>): Pick<TaskValues, 'time_needed' | 'custom_minutes'> => {
  const minutes = minutesIn(task.time_needed)
  const preset = within(taskMinutes, minutes)
  return preset === undefined
    ? { time_needed: custom, custom_minutes: minutes }
    : { time_needed: preset, custom_minutes: null }
}

const nothingChosen = {
  time_needed: null,
  custom_minutes: null,
  completed_within: null,
  start_time: null,
  end_time: null,
} as const

/** Initial values of the form. */
export const valuesFrom = (task: Partial<Row<'todos'>> | undefined): TaskValues => ({
  ...layoutValues(layout, task),
  ...(task?.id === undefined
    ? nothingChosen
    : { ...timeOf(task as Row<'todos'>), ...windowOf(task as Row<'todos'>) }),
})

/** Number of days between the first and the last. */
const daysBetween = (first: string, last: string) => dayjs(last).diff(dayjs(first), 'day')

/** The stored fields: without incomplete input. */
export const keptOf = ({
  custom_minutes,
  time_needed,
  completed_within,
  start_time,
  end_time,
  ...rest
}: TaskValues) => {
  const isWindow = completed_within === custom
  return {
    ...rest,
    time_needed: timeNeeded(Number(time_needed === custom ? custom_minutes : time_needed) || 0),
    completed_within: isWindow ? daysBetween(start_time ?? '', end_time ?? '') || 0 : completed_within,
    start_time: isWindow ? start_time : null,
    end_time: isWindow ? end_time : null,
  }
}

/** The body of a new task (TASK-2). */
export const createBody = (values: TaskValues, contentType: number | undefined): Input<'todos'> =>
  ({
    ...newBody(keptOf(values)),
    counted_from: today(),
    status: 'todo',
    ...(contentType !== undefined && { content_type: contentType }),
  }) as Input<'todos'>

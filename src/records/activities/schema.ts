import type { AnySchema, ObjectSchema } from 'yup'
import type { Typed } from '../../ui/value/numbers'

const inverted = 'Start date must greater than end date.'

/** When something begins and ends, in epoch seconds; a text is no moment yet. */
export interface Times {
  start: Typed
  end: Typed
}

/** The rules of a form whose end may not lie before its start (ACT-2). */
export const inOrder = <V extends Times>(schema: ObjectSchema<V>): ObjectSchema<V> =>
  schema.shape({
    end: (schema.fields as unknown as Readonly<Record<string, AnySchema>>)['end']?.test(
      'order',
      inverted,
      (end: unknown, { parent }) => {
        const { start } = parent as Times
        return typeof end !== 'number' || typeof start !== 'number' || start <= end
      },
    ),
  } as never) as unknown as ObjectSchema<V>

/** What helps where start and end are the wrong way round, beside the literal text, which says it the other way. */
export const endHint = (problem: string | undefined) =>
  problem === inverted ? 'End must be after start' : undefined

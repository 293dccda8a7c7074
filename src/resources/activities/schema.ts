import type { AnySchema, ObjectSchema } from 'yup'
import { problems } from '../../contract/problems'
import type { Typed } from '../../ui/value/numbers'

const inverted = 'Start date must greater than end date.'

/** Start and end in epoch seconds; a text is invalid or incomplete input. */
export interface Times {
  start: Typed
  end: Typed
  /** All-day: the end is the start of the day after the last one. */
  all_day: boolean | null
}

/** Adds the rule that the end is not before the start (ACT-2). */
export const inOrder = <V extends Times>(schema: ObjectSchema<V>): ObjectSchema<V> =>
  schema.shape({
    end: (schema.fields as unknown as Readonly<Record<string, AnySchema>>)['end']?.test(
      'order',
      inverted,
      (end: unknown, { parent }) => {
        const { start, all_day } = parent as Times
        if (typeof end !== 'number' || typeof start !== 'number') return true
        return all_day ? start < end : start <= end
      },
    ),
  } as never) as unknown as ObjectSchema<V>

/** A hint for reversed times beside the literal text, which is phrased the other way round. */
export const endHint = (problem: string | undefined) => (problem === inverted ? problems.order : undefined)

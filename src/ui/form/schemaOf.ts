import { array, boolean, mixed, number, object, string, type ObjectSchema, type Schema } from 'yup'
import { dayProblem } from '../../contract/dayLimits'
import { formats } from '../../contract/formats'
import { shapeOf, type Field, type Fields, type Resource } from '../../contract/fields'
import { numberProblem } from '../../contract/numbers'
import { problems } from '../../contract/problems'
import { isVisible, textProblem, tidyText } from '../../contract/textRules'
import { isDay } from '../value/dates'
import { isDayOrMoment, whyNoDay, whyNoMoment } from '../value/days'
import { whyUnread } from '../value/numbers'
import type { FormValues } from './values'

const textSchema = (field: Extract<Field, { kind: 'text' }>) => {
  const { max, format, formatMessage } = field
  const shape = shapeOf(field)
  const schema = string()
    .transform((value: unknown) => (typeof value === 'string' ? tidyText(value, shape) : value))
    .max(max, problems.tooLong(max))
    .test(
      'controls',
      ({ value }: { value: unknown }) => textProblem(String(value), shape),
      (value) => !value || textProblem(value, shape) === null,
    )
  if (!format) return schema
  const { fits, text } = formats[format]
  return schema.test('format', formatMessage ?? text, (value) => !value || fits(value))
}

// A text is an invalid number: Yup must not try to convert it.
const numberSchema = (field: Extract<Field, { kind: 'number' | 'integer' }>) =>
  number()
    .strict()
    .typeError(({ value }: { value: unknown }) =>
      typeof value === 'string' ? whyUnread(value) : problems.number,
    )
    .test(
      'number',
      ({ value }: { value: unknown }) => numberProblem(value as number, field),
      (value) => typeof value !== 'number' || numberProblem(value, field) === null,
    )

const kindSchema = (field: Field) => {
  switch (field.kind) {
    case 'text':
      return textSchema(field)
    case 'html':
      return string().max(field.max, problems.tooLong(field.max))
    case 'number':
    case 'integer':
      return numberSchema(field).nullable()
    case 'boolean':
      return boolean().nullable()
    case 'many':
    case 'list':
    case 'people':
      return array()
    case 'date':
    case 'dayOrMoment': {
      // Any other text is invalid input.
      const schema = mixed()
        .nullable()
        .test(
          'read',
          ({ value }: { value: unknown }) => (field.kind === 'date' ? whyNoDay : whyNoMoment)(String(value)),
          (value) => typeof value !== 'string' || value === '' || isDayOrMoment(value),
        )
      return field.kind === 'date'
        ? schema.test(
            'year',
            ({ value }: { value: unknown }) => dayProblem(String(value), field),
            (value) => typeof value !== 'string' || !isDay(value) || dayProblem(value, field) === null,
          )
        : schema
    }
    case 'epoch':
      // A text is a day without a time, or invalid input.
      return mixed()
        .nullable()
        .test(
          'whole',
          ({ value }: { value: unknown }) =>
            isDay(String(value)) ? problems.time : whyNoMoment(String(value)),
          (value) => typeof value !== 'string',
        )
    default:
      return mixed().nullable()
  }
}

/** Whether a form has a value. Formik passes undefined for ''. */
export const isGiven = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'string' ? isVisible(value) : value !== null && value !== undefined
}

const fieldSchema = (field: Field): Schema => {
  const schema: Pick<Schema, 'test'> & Schema = kindSchema(field)
  return field.required ? schema.test('given', field.requiredMessage ?? problems.required, isGiven) : schema
}

/** The Yup schema of a form over some fields of a resource: the server's rules and texts. */
export const schemaOf = <F extends Fields, K extends keyof F & string>(
  { fields }: Pick<Resource<F>, 'fields'>,
  names: readonly K[],
): ObjectSchema<FormValues<F, K>> =>
  object(
    Object.fromEntries(names.map((name) => [name, fieldSchema(fields[name] as Field)])),
  ) as unknown as ObjectSchema<FormValues<F, K>>

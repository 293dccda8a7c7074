import { array, boolean, mixed, number, object, string, type ObjectSchema, type Schema } from 'yup'
import { formats } from '../../contract/formats'
import type { Field, Fields, Resource } from '../../contract/kit'
import { problems } from '../../contract/problems'
import { isDay } from '../value/dates'
import { isDayOrMoment, whyNoDay, whyNoMoment } from '../value/days'
import { whyUnread } from '../value/numbers'
import type { FormValues } from './values'

const textSchema = ({ max, format, malformed }: Extract<Field, { kind: 'text' }>) => {
  const schema = string().trim().max(max, problems.tooLong(max))
  if (!format) return schema
  const { fits, text } = formats[format]
  return schema.test('format', malformed ?? text, (value) => !value || fits(value))
}

const numberSchema = ({ kind, min, max }: Extract<Field, { kind: 'number' | 'integer' }>) => {
  // A text is what could not be taken as a number: it is not for Yup to try again.
  let schema = number()
    .strict()
    .typeError(({ value }: { value: unknown }) =>
      typeof value === 'string' ? whyUnread(value) : problems.number,
    )
  if (kind === 'integer') schema = schema.integer(problems.integer)
  if (min !== undefined) schema = schema.min(min, problems.tooLow(min))
  return max === undefined ? schema : schema.max(max, problems.tooHigh(max))
}

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
    case 'dayOrMoment':
      // Another text is what could not be read.
      return mixed()
        .nullable()
        .test(
          'read',
          ({ value }: { value: unknown }) => (field.kind === 'date' ? whyNoDay : whyNoMoment)(String(value)),
          (value) => typeof value !== 'string' || value === '' || isDayOrMoment(value),
        )
    case 'epoch':
      // A text is a day whose time is missing, or what could not be read.
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

/** Formik hands over undefined for ''. */
const isGiven = (value: unknown) => {
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined
}

const fieldSchema = (field: Field): Schema => {
  const schema: Pick<Schema, 'test'> & Schema = kindSchema(field)
  return field.required ? schema.test('given', field.missing ?? problems.required, isGiven) : schema
}

/** The rules of a form over some fields of a resource: the same as the server's, in the same words. */
export const schemaOf = <F extends Fields, K extends keyof F & string>(
  { fields }: Pick<Resource<F>, 'fields'>,
  names: readonly K[],
): ObjectSchema<FormValues<F, K>> =>
  object(
    Object.fromEntries(names.map((name) => [name, fieldSchema(fields[name] as Field)])),
  ) as unknown as ObjectSchema<FormValues<F, K>>

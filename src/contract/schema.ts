/** JSON Schemas of the contract, for the server's documentation and its tests. The browser never imports this file. */
import { isHiddenFromSome } from './policy'
import { Type, type TSchema } from '@sinclair/typebox'
import { contract, targetOf } from '.'
import { exampleOf } from './examples'
import type { Format } from './formats'
import { maxDuplicateIds } from './answers'
import { isMultiValued, type Field, type Fields, type Resource } from './fields'
import { rangeOf } from './numbers'
import { clockPattern, maxTimeZone, weekdays } from './weekHours'

/** Name of a resource's record schema in the API document. */
export const schemaName = (resource: Resource): string =>
  resource.title.replaceAll(/\s(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Annotations common to all kinds of field. */
const annotations = (name: string, field: Field) => ({
  ...(field.apiDescription === undefined ? {} : { description: field.apiDescription }),
  ...(field.readOnly ? { readOnly: true } : {}),
  ...('default' in field ? { default: field.default } : {}),
  examples: [exampleOf(name, field)],
})

/** One of a closed list of texts or numbers. */
export const oneOf = (options: readonly (string | number)[], rest: object = {}): TSchema =>
  Type.Unsafe({ type: typeof options[0] === 'number' ? 'number' : 'string', enum: options, ...rest })

const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])

/** The JSON Schema of a format in request bodies. */
const formatSchemas: Readonly<Record<Format, object>> = {
  url: { format: 'uri' },
  email: { format: 'email' },
  username: { pattern: '^\\S+$' },
  timeZone: {},
  phone: { pattern: '\\d' },
  taxId: {},
  duns: {},
  personName: { pattern: '^[^<>@\\uFE64\\uFE65\\uFE6B\\uFF1C\\uFF1E\\uFF20]*$' },
  color: { pattern: '^#([\\da-fA-F]{3}|[\\da-fA-F]{6})$' },
  month: { pattern: '^\\d{4}-(0[1-9]|1[0-2])$' },
}

/** Differences between answers and bodies. */
interface SchemaVariant {
  related: (field: Extract<Field, { to: string }>, options?: object) => TSchema
  formatted: (format: Format) => object
}

/** The schema of a value that is not null. */
function valueSchema(name: string, field: Field, { related, formatted }: SchemaVariant): TSchema {
  const options = annotations(name, field)
  switch (field.kind) {
    case 'text':
      return Type.String({ maxLength: field.max, ...(field.format && formatted(field.format)), ...options })
    case 'html':
      return Type.String({ maxLength: field.max, ...options })
    case 'signedUrl':
      return Type.String({ format: 'uri-reference', ...options })
    case 'number':
      return Type.Number({ ...limitsOf(field), ...options })
    case 'integer':
      return Type.Integer({ ...limitsOf(field), ...options })
    case 'epoch':
      return Type.Integer({ ...options, description: 'Seconds since 1970-01-01T00:00:00Z.' })
    case 'list':
      return Type.Array(itemSchema(field), options)
    case 'people':
      return Type.Array(personSchema, options)
    case 'weekHours':
      return Type.Object(hoursProperties, options)
    case 'boolean':
      return Type.Boolean(options)
    case 'date':
      return Type.String({ format: 'date', ...options })
    case 'dayOrMoment':
      return Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}', ...options })
    case 'timestamp':
      return Type.String({ format: 'date-time', ...options })
    case 'choice':
      return oneOf(field.options, options)
    case 'one':
      return related(field, options)
    case 'many':
      return Type.Array(related(field), options)
  }
}

const limitsOf = (field: Extract<Field, { kind: 'number' | 'integer' }>) => {
  const { min, max } = rangeOf(field)
  return { minimum: min, maximum: max }
}

const itemSchema = ({ of, options }: Extract<Field, { kind: 'list' }>): TSchema =>
  options ? oneOf(options) : of === 'text' ? Type.String() : Type.Number()

const personName = Type.Union([Type.String(), Type.Null()])
const personSchema = Type.Object({
  id: Type.Union([Type.Integer(), Type.Null()]),
  email: Type.String(),
  first_name: personName,
  last_name: personName,
})

const clock = Type.String({ pattern: clockPattern })
const hoursProperties = {
  time_zone: Type.String({ maxLength: maxTimeZone }),
  days: Type.Array(nullable(Type.Object({ start: clock, end: clock })), {
    minItems: weekdays.length,
    maxItems: weekdays.length,
  }),
}

const isFilled = (field: Field) =>
  field.required === true || field.filled === true || isMultiValued(field) || 'default' in field

/** What is shown of a record that the reader does not see, where another one names it; none of most resources. */
const hiddenSchemas = ({ namedWhenHidden, idField, nameField = idField }: Resource): TSchema[] =>
  namedWhenHidden
    ? [
        Type.Object(
          { [idField]: Type.Integer(), [nameField]: Type.String() },
          { additionalProperties: false, description: 'One that is limited to a team of others: its name.' },
        ),
      ]
    : []

/** A record in an answer: every field is present, null where empty; relations are ids or records. */
export function recordSchema(resource: Resource): TSchema {
  const side: SchemaVariant = {
    related: (field, options = {}) => {
      const target = contract[targetOf(field)]
      return Type.Union(
        [Type.Integer(), Type.Ref(`${schemaName(target)}#`), ...hiddenSchemas(target)],
        options,
      )
    },
    formatted: () => ({}),
  }
  const properties = Object.entries<Field>(resource.fields).flatMap(([name, field]) => {
    if (field.writeOnly) return []
    const value = valueSchema(name, field, side)
    const schema = isFilled(field) && !isHiddenFromSome(resource.name, name) ? value : nullable(value)
    return [name, ...(field.alias === undefined ? [] : [field.alias])].map((key) => [key, schema] as const)
  })
  return Type.Object(Object.fromEntries(properties), { $id: schemaName(resource) })
}

/** The body of a create, a full update (PUT) or a partial one (PATCH). */
export function inputSchema(fields: Fields, mode: 'create' | 'update' | 'patch'): TSchema {
  const isRequired = ({ required, optionalOnUpdate }: Field) =>
    required === true && (mode === 'create' || (mode === 'update' && !optionalOnUpdate))
  const side: SchemaVariant = {
    related: (_field, options = {}) => Type.Integer({ minimum: 1, ...options }),
    formatted: (format) => formatSchemas[format],
  }
  const ids = Type.Array(Type.Integer({ minimum: 1 }))
  const listChange = Type.Object(
    { add: Type.Optional(ids), remove: Type.Optional(ids) },
    { description: 'What changes in the list, whatever else it holds; it needs no version.' },
  )
  const properties = Object.entries(fields)
    .filter(([, field]) => !field.readOnly)
    .map(([name, field]) => {
      const list = valueSchema(name, field, side)
      const value = field.kind === 'many' && mode !== 'create' ? Type.Union([list, listChange]) : list
      return [
        name,
        isRequired(field) ? value : Type.Optional(field.required ? value : nullable(value)),
      ] as const
    })
  return Type.Object(Object.fromEntries(properties))
}

/** The answer of a list. */
export const listSchema = (resource: Resource): TSchema =>
  Type.Object({
    count: Type.Integer({ minimum: 0, description: 'How many records match in all, whatever the page.' }),
    results: Type.Array(Type.Ref(`${schemaName(resource)}#`)),
  })

/** The answer of a search for duplicates. */
export const duplicatesSchema = (resource: Resource): TSchema =>
  Type.Object({
    count: Type.Integer({ minimum: 0, description: 'How many records the answer holds.' }),
    results: Type.Array(Type.Ref(`${schemaName(resource)}#`)),
    matches: Type.Array(
      Type.Object({
        by: oneOf(Object.keys(resource.duplicates?.criteria ?? {}), {
          description: 'What they have in common.',
        }),
        count: Type.Integer({ minimum: 1, description: 'How many have it in all.' }),
        ids: Type.Array(Type.Integer(), {
          maxItems: maxDuplicateIds,
          description: 'The first of them, which stand in the results.',
        }),
      }),
    ),
  })

/** The body of every answer that is not a success. */
export const errorSchema = Type.Object(
  {
    detail: Type.String({ description: 'What went wrong, for people.' }),
    code: Type.String({ description: 'What went wrong, for programs.' }),
    fields: Type.Optional(Type.Record(Type.String(), Type.String())),
    current: Type.Optional(
      Type.Unknown({ description: 'With a version conflict: the record as it is now.' }),
    ),
    request_id: Type.String(),
  },
  { $id: 'Error' },
)

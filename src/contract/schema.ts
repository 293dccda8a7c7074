/** JSON Schemas of the contract, for the server's documentation and its tests. The browser never imports this file. */
import { Type, type TSchema } from '@sinclair/typebox'
import { contract, targetOf } from '.'
import type { Field, Fields, Resource } from './kit'

/** The name of a resource's record among the schemas of the API document. */
export const schemaName = (resource: Resource): string =>
  resource.title.replaceAll(/\s(\w)/g, (_, letter: string) => letter.toUpperCase())

const about = ({ about, readOnly }: Field) => ({
  ...(about === undefined ? {} : { description: about }),
  ...(readOnly ? { readOnly: true } : {}),
})

const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])

/** The schema of a value that is there. */
function valueSchema(field: Field, related: (field: Extract<Field, { to: string }>) => TSchema): TSchema {
  const options = about(field)
  switch (field.kind) {
    case 'text':
      return Type.String({ maxLength: field.max, ...options })
    case 'number':
      return Type.Number({ ...(field.min === undefined ? {} : { minimum: field.min }), ...options })
    case 'integer':
      return Type.Integer({ ...(field.min === undefined ? {} : { minimum: field.min }), ...options })
    case 'boolean':
      return Type.Boolean(options)
    case 'date':
      return Type.String({ format: 'date', ...options })
    case 'dayOrMoment':
      return Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}', ...options })
    case 'timestamp':
      return Type.String({ format: 'date-time', ...options })
    case 'choice':
      return Type.Union(
        field.options.map((option) => Type.Literal(option)),
        options,
      )
    case 'one':
      return related(field)
    case 'many':
      return Type.Array(related(field), options)
  }
}

const isFilled = (field: Field) => field.required === true || field.kind === 'many' || 'default' in field

/** A record as it is answered: every field is there, null where it is empty; relations are ids or records. */
export function recordSchema(resource: Resource): TSchema {
  const related = (field: Extract<Field, { to: string }>) =>
    Type.Union([Type.Integer(), Type.Ref(`${schemaName(contract[targetOf(field)])}#`)])
  const properties = Object.entries(resource.fields).map(([name, field]) => {
    const value = valueSchema(field, related)
    return [name, isFilled(field) ? value : nullable(value)] as const
  })
  return Type.Object(Object.fromEntries(properties), { $id: schemaName(resource) })
}

/** What a create or full update sends (`partial` false), or a partial update (`partial` true). */
export function inputSchema(fields: Fields, partial: boolean): TSchema {
  const related = () => Type.Integer({ minimum: 1 })
  const properties = Object.entries(fields)
    .filter(([, field]) => !field.readOnly)
    .map(([name, field]) => {
      const value = valueSchema(field, related)
      return [
        name,
        field.required && !partial ? value : Type.Optional(field.required ? value : nullable(value)),
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

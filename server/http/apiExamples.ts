/** Adds examples of bodies and answers to the API document, composed of the examples of their fields. */
import { failureExample } from '../kit/http/documentation'

/** A part of the document; its content depends on its position. */
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: readonly unknown[]
  const?: unknown
  examples?: readonly unknown[]
  default?: unknown
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  format?: string
}
interface Media {
  schema?: Schema
  example?: unknown
}
interface Operation {
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const prefix = '#/components/schemas/'

/** Adds an example to each JSON body and answer. */
export function addExamples({ paths, components: { schemas } }: ApiDocument): void {
  const json = (content: Record<string, Media> = {}) => content['application/json']
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const body = json(operation.requestBody?.content)
    if (body?.schema) body.example = exampleOf(body.schema, schemas)
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const answer = json(content)
      if (answer?.schema)
        answer.example =
          answer.schema.$ref === `${prefix}Error` ? failureExample(status) : exampleOf(answer.schema, schemas)
    }
  }
}

/** The example of a schema; of several alternatives the first one that is not null. */
function exampleOf(schema: Schema, known: Readonly<Record<string, Schema>>): unknown {
  const { $ref, examples, anyOf, allOf, properties, items, type, format } = schema
  if (examples) return examples[0]
  if ($ref !== undefined) return exampleOf(known[$ref.slice(prefix.length)] ?? {}, known)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (anyOf) return exampleOf(anyOf.find((one) => one.type !== 'null') ?? {}, known)
  if (allOf) return Object.assign({}, ...allOf.map((one) => exampleOf(one, known))) as unknown
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, exampleOf(one, known)]))
  if (items) return [exampleOf(items, known)]
  return type === 'integer' || type === 'number'
    ? 1
    : type === 'boolean'
      ? true
      : type === 'string'
        ? format === 'date-time'
          ? '2026-03-02T15:30:00.000Z'
          : 'text'
        : null
}

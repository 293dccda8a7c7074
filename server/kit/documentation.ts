/** What the API document says of routes, from the contract. */
import { Type, type TSchema } from '@sinclair/typebox'
import { errorSchema, inputSchema, listSchema, schemaName } from '../../src/contract/schema'
import type { Fields, Resource } from '../../src/contract/kit'
import { relationsOf } from './resource'

const meanings: Record<number, string> = {
  400: 'Something in the request cannot be used; `fields` names it.',
  401: 'No session, or one that has ended.',
  404: 'There is no such record.',
  409: 'Changed by somebody else meanwhile, or a name in use.',
}

const failures = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      Type.Ref(String(errorSchema.$id), { description: meanings[status] ?? 'Failure.' }),
    ]),
  )

const idParams = Type.Object({ id: Type.Integer({ minimum: 1 }) })
const expandParameter = (resource: Resource) =>
  Type.Optional(
    Type.String({
      description: `Relations to nest, separated by commas, dotted where they nest further: ${relationsOf(
        resource,
      )
        .map(([name]) => name)
        .join(', ')}.`,
    }),
  )

const record = (resource: Resource) => Type.Ref(schemaName(resource), { description: resource.title })

interface RouteDocument {
  tags: string[]
  summary: string
  params?: TSchema
  querystring?: TSchema
  headers?: TSchema
  body?: TSchema
  response: Record<string, TSchema>
}

const versionHeader = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The version that the change builds on; an older one is refused with 409.' }),
  ),
})

/** The five kinds of generated routes. */
export const documents = {
  list: (resource: Resource): RouteDocument => ({
    tags: [schemaName(resource)],
    summary: `List: ${resource.title}`,
    querystring: Type.Object({
      q: Type.Optional(
        Type.String({ maxLength: 255, description: 'Part of any searched text, whatever its case.' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999_999 })),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      ordering: Type.Optional(
        Type.Union(resource.orderings.flatMap((name) => [Type.Literal(name), Type.Literal(`-${name}`)])),
      ),
      expand: expandParameter(resource),
    }),
    response: {
      200: { ...listSchema(resource), description: 'A page of the list.' },
      ...failures(400, 401),
    },
  }),
  get: (resource: Resource): RouteDocument => ({
    tags: [schemaName(resource)],
    summary: `Read one: ${resource.title}`,
    params: idParams,
    querystring: Type.Object({ expand: expandParameter(resource) }),
    response: { 200: record(resource), ...failures(400, 401, 404) },
  }),
  create: (resource: Resource): RouteDocument => ({
    tags: [schemaName(resource)],
    summary: `Create: ${resource.title}`,
    body: inputSchema(resource.fields, false),
    response: { 201: record(resource), ...failures(400, 401, 404, 409) },
  }),
  change: (resource: Resource, partial: boolean): RouteDocument => ({
    tags: [schemaName(resource)],
    summary: `${partial ? 'Change fields of' : 'Update'}: ${resource.title}`,
    params: idParams,
    headers: versionHeader,
    body: inputSchema(resource.fields, partial),
    response: { 200: record(resource), ...failures(400, 401, 404, 409) },
  }),
  remove: (resource: Resource): RouteDocument => ({
    tags: [schemaName(resource)],
    summary: `Delete: ${resource.title}`,
    params: idParams,
    headers: versionHeader,
    response: { 204: Type.Null({ description: 'Deleted.' }), ...failures(401, 404, 409) },
  }),
}

/** What a route beside the generated ones says of itself; without an answer it is a 204. */
export const documentRoute = (
  tag: string,
  summary: string,
  answer: TSchema | null,
  fields?: Fields,
): RouteDocument => ({
  tags: [tag],
  summary,
  ...(fields ? { body: inputSchema(fields, false) } : {}),
  response: {
    ...(answer
      ? { 200: { ...answer, description: 'Done.' } }
      : { 204: Type.Null({ description: 'Done; no body.' }) }),
    ...failures(400, 401),
  },
})

/** Describes routes in the API document, from the contract. */
import { Type, type TObject, type TSchema } from '@sinclair/typebox'
import {
  duplicatesSchema,
  errorSchema,
  inputSchema,
  listSchema,
  oneOf,
  schemaName,
} from '../../../src/contract/schema'
import { isRelation, trashOrder, type Field, type Fields, type Resource } from '../../../src/contract/fields'
import { exportCountHeader, exportFormats } from '../../../src/contract/exports'
import { filterParametersOf, me, relativeDatesOf, type FilterParameter } from '../../../src/contract/filters'
import { isRestricted, rightsToChange } from '../../../src/contract/policy'
import { maxSearch } from '../../../src/contract/limits'
import { problems } from '../../../src/contract/problems'
import { repeatedHeader } from './idempotency'
import { linkFilters } from '../../../src/contract/linkFilters'
import { maxCount } from '../read/query'
import { relationsOf, type ServerResource } from '../resource'

interface Failure {
  description: string
  /** The body of such an answer, without the request id. */
  example: { detail: string; code: string; fields?: Record<string, string> }
}

const failed = (description: string, code: string, detail: string, field?: string): Failure => ({
  description,
  example: {
    detail: field ? `${field}: ${detail}` : detail,
    code,
    ...(field ? { fields: { [field]: detail } } : {}),
  },
})

/** Error responses by status. */
const knownFailures: Readonly<Record<string, Failure>> = {
  400: failed(
    'Something in the request cannot be used; `fields` names it.',
    'invalid',
    problems.required,
    'name',
  ),
  401: failed('No session, or one that has ended.', 'unauthorized', 'Sign in to continue.'),
  403: failed(
    'An API token that does not have the scope for this, or is not accepted here at all.',
    'insufficient_scope',
    'The API token lacks the scope "write".',
  ),
  404: failed('There is no such record.', 'not_found', 'Tag not found.'),
  409: failed(
    'Changed by somebody else meanwhile, there already, named by others, or not for this user to do.',
    'stale_version',
    'Tag was changed by somebody else meanwhile.',
  ),
  410: failed('The link has expired.', 'link_expired', 'This link has expired.'),
  413: failed('The request is too large.', 'payload_too_large', 'The request is too large.'),
  415: failed(
    'The content type of the request is not supported.',
    'unsupported_media_type',
    'The content type of the request is not supported.',
  ),
  422: failed(
    'The idempotency key belongs to another request.',
    'key_reused',
    'This idempotency key belongs to another request.',
  ),
  428: failed(
    'A list of relations is to be replaced, and not said which version of it has been seen.',
    'version_required',
    'Say on which version of the opportunity the list builds, by If-Match or version, or what to add and remove.',
  ),
  429: failed(
    'Too many failures; `Retry-After` tells in how many seconds to try again.',
    'too_many_failures',
    'Too many failed sign-ins. Try again in 15 seconds.',
  ),
  502: failed(
    'A service outside does not answer; nothing has been kept.',
    'mail_unavailable',
    'Cannot send message.',
  ),
  503: failed(
    'The database does not answer, or too much is under way.',
    'service_unavailable',
    'The database does not answer.',
  ),
  504: failed(
    'A service outside does not answer in time; nothing has been kept.',
    'outside_unavailable',
    'Profile fetcher does not answer now. Try again in a moment.',
  ),
  507: failed('There is no room left.', 'storage_full', 'There is no room left on the server.'),
  default: failed('Any other failure.', 'internal_server_error', 'Something went wrong on the server.'),
}

/** An error response with its own description. */
export const failure = (description: string) => Type.Ref(String(errorSchema.$id), { description })

/** Error responses as the document shows them. */
export const failures = (...statuses: (number | 'default')[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, failure(knownFailures[status]?.description ?? 'Failure.')]),
  )

/** The body of an error response, as an example. */
export const failureExample = (status: string) => ({
  ...(knownFailures[status] ?? knownFailures['default'])?.example,
  request_id: '0b6f3c1e-58a1-4f0e-9a55-2f6f0f7f4c11',
})

/** The media type of workbooks. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * A CSV file as an answer.
 * @param missing what a 404 says: 'There is no such import.'
 */
export const csvAnswer = (missing: string) => ({
  200: {
    description: 'CSV; no cell of it is taken for a formula.',
    content: { 'text/csv': { schema: Type.String() } },
  },
  404: failure(missing),
})

export const idParams = Type.Object({ id: Type.Integer({ minimum: 1 }) })

/** The relations that an answer can nest; a resource without any has no such parameter. */
function expandParameter(resource: Resource): Record<string, TSchema> {
  const names = relationsOf(resource).map(([name]) => name)
  if (names.length === 0) return {}
  const description = `Relations to nest, separated by commas, dotted where they nest further: ${names.join(', ')}.`
  return { expand: Type.Optional(Type.String({ description, examples: [names.slice(0, 2).join(',')] })) }
}

/** A record as an answer. Where records are versioned, the header holds the version. */
export const record = (resource: Resource, headers: object = {}) =>
  Type.Ref(schemaName(resource), {
    description: resource.title,
    headers: {
      ...(countsVersions(resource)
        ? {
            etag: {
              type: 'string',
              description: 'The version and the record, in quotation marks.',
              examples: ['"3.tags-7"'],
            },
          }
        : {}),
      ...headers,
    },
  })

export interface RouteDocument<F extends Fields = Fields> {
  tags: string[]
  summary: string
  description?: string
  params?: TSchema
  querystring?: TSchema | undefined
  headers?: TSchema | undefined
  body?: object
  /** The contract fields by which the handler parses the body, in place of the schema in `body`. */
  fields?: F
  response: Record<string, object | undefined>
}

/** Describes a route to one record. */
interface RecordDocument extends RouteDocument {
  params: typeof idParams
}

const countsVersions = ({ fields }: Resource): boolean => 'version' in fields

/** Whether a body may replace a list of relations. */
const hasLists = ({ fields }: Resource): boolean =>
  Object.values(fields).some(({ kind, readOnly }) => kind === 'many' && !readOnly)

/** Whether a body references other records, which may be absent. */
const namesOthers = ({ fields }: Resource): boolean =>
  'object_id' in fields || Object.values(fields).some((field) => isRelation(field) && !field.readOnly)

const versionHeader = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The tag of the record, or the version alone, that the change builds on; an older one, or that of another record, is refused with 409.',
      examples: ['"3.tags-7"', '"3"'],
    }),
  ),
})
/** The headers and the answer of a conditional GET. */
const conditional = {
  headers: Type.Object({
    'if-none-match': Type.Optional(
      Type.String({ description: 'The ETag of an earlier answer; where nothing has changed since, 304.' }),
    ),
  }),
  unchanged: { 304: Type.Null({ description: 'As it was; no body.' }) },
  etag: { type: 'string', description: 'For If-None-Match, in the same session.' },
}
/** The same of a resource; answers that depend on the moment are never as they were. */
const revalidation = ({ atMoment }: ServerResource) =>
  atMoment
    ? { request: {}, unchanged: {}, answer: {} }
    : {
        request: { headers: conditional.headers },
        unchanged: conditional.unchanged,
        answer: { headers: { etag: conditional.etag } },
      }
export const versionParameter = (resource: Resource) =>
  countsVersions(resource) ? { headers: versionHeader } : {}

/** The header and the answers of a POST that creates something, beside its body (TRUST-28). */
export const idempotencyDocs = {
  headers: Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[ -~]+$',
        description:
          'Makes the request happen once: another one with the same key, address and body within 24 hours gets the first answer again. With another body it is refused with 422, and while the first one is under way with 409.',
        examples: ['5f0c2b9e-58a1-4f0e-9a55-2f6f0f7f4c11'],
      }),
    ),
  }),
  answerHeaders: {
    [repeatedHeader]: {
      type: 'string',
      enum: ['true'],
      description: 'There where the answer is that of an earlier request.',
    },
  },
} as const

const linkFilterParameters = Object.fromEntries(
  Object.entries(linkFilters).map(([name, { values }]) => [
    name,
    Type.Optional(
      oneOf(values, { description: 'Which of the links the answer names; the list itself is not narrowed.' }),
    ),
  ]),
)

/** Parameters of the page of a list. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxCount,
      default: maxCount,
      description: 'How many records the answer holds at most; all of them where it is left out.',
    }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, default: 0, description: 'How many records the answer leaves out.' }),
  ),
}

const severalOf = (field: Field): string => {
  if (field.kind === 'choice') return `one of these for their`
  if (field.kind === 'one' || field.kind === 'many') return 'one of these ids for their'
  return field.kind === 'list' ? 'any of these among their' : 'this'
}

/** What a filter of a list asks for. */
function filterText(
  { filterable = [] }: Resource,
  { fieldName: name, field, operator }: FilterParameter<Field>,
): string {
  switch (operator) {
    case 'any': {
      const list = ['choice', 'list', 'one', 'many'].includes(field.kind) ? ', separated by commas' : ''
      const options =
        field.kind === 'choice' || field.kind === 'list' ? `: ${(field.options ?? []).join(', ')}` : ''
      const isMe = field.kind === 'one' && field.to === 'users' && filterable.includes(name)
      return `Only records with ${severalOf(field)} ${name}${list}${options}.${isMe ? ` \`${me}\` is the user who asks.` : ''}`
    }
    case 'all':
      return `Only records with all of these ids among their ${name}, separated by commas.`
    case 'contains':
      return `Only records whose ${name} holds this text, in capitals or not.`
    case 'equals':
      return `Only records whose ${name} is this text, in capitals or not.`
    case 'from':
      return `Only records with this ${name}, or a ${isDate(field) ? 'later' : 'larger'} one.`
    case 'to':
      return `Only records with this ${name}, or ${isDate(field) ? 'an earlier' : 'a smaller'} one.`
    case 'is':
      return `Only records with a ${name} in these days, by the market's calendar: ${relativeDatesOf(field).join(', ')}. Today is among the next and the last days; weeks begin on Sunday${relativeDatesOf(field).includes('overdue') ? ', and `overdue` is before today, done or not' : ''}.`
    case 'empty':
      return `True: only records without ${name}; false: only those with one.`
  }
}

const isDate = ({ kind }: Field): boolean => kind === 'date' || kind === 'dayOrMoment' || kind === 'timestamp'

/** The moment of fields that depend on it. */
export const asOf = {
  as_of: Type.Optional(
    Type.String({
      description: 'The day or the moment that the answer is for; now where it is left out.',
      examples: ['2027-03-01T12:00:00Z'],
    }),
  ),
} as const

const asOfParameter = ({ atMoment }: ServerResource): Partial<typeof asOf> => (atMoment ? asOf : {})

/** The parameters that narrow a list, and the moment that it is for. */
export function filterParameters(server: ServerResource) {
  const { contract: resource, listParameters } = server
  const filters = [...filterParametersOf<Field>(resource).values()].map((parameter) => [
    parameter.name,
    Type.Optional(Type.String({ description: filterText(resource, parameter) })),
  ])
  const own = Object.entries(listParameters).map(([name, { description }]) => [
    name,
    Type.Optional(Type.String({ description })),
  ])
  return {
    q: Type.Optional(
      Type.String({
        maxLength: maxSearch,
        description: 'Part of any searched text, in capitals or not.',
      }),
    ),
    ...asOfParameter(server),
    ...(Object.fromEntries([...filters, ...own]) as Record<string, TSchema>),
  }
}

function listParameters(
  server: ServerResource,
  { orderings, defaultOrdering }: Pick<Resource, 'orderings' | 'defaultOrdering'> = server.contract,
): TSchema {
  const { contract: resource } = server
  const { q, ...filters } = filterParameters(server)
  return Type.Object({
    q,
    ...pageParameters,
    ordering: Type.Optional(
      oneOf(
        orderings.flatMap((name) => [name, `-${name}`]),
        {
          description:
            'By what the list is ordered; `-` turns it round. Nulls and empty texts stand last either way.',
          default: defaultOrdering,
        },
      ),
    ),
    ...expandParameter(resource),
    ...filters,
    ...linkFilterParameters,
  })
}

const duplicateParameters = ({ duplicates }: Resource): TSchema =>
  Type.Object({
    ...Object.fromEntries(
      Object.entries(duplicates?.parameters ?? {}).map(([name, { kind, apiDescription }]) => [
        name,
        Type.Optional(
          Type.String({
            description: [
              apiDescription ?? `Its ${name}.`,
              ...(kind === 'many' ? ['Ids, separated by commas.'] : []),
            ].join(' '),
          }),
        ),
      ]),
    ),
    exclude: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The id of the record itself, where it is there already.' }),
    ),
  })

/** The orderings of a list and of its trash. */
const ordersOf = (resource: Resource) => ({
  orderings: [...new Set([...resource.orderings, ...trashOrder(resource).orderings])],
  defaultOrdering: resource.defaultOrdering,
})

/** Whether a record may be refused because of others. */
const mayClash = ({ clashes, unique, uniqueTogether }: ServerResource): boolean =>
  clashes || Boolean(uniqueTogether) || Object.keys(unique).length > 0

/** A table as an answer, in the formats of exports. */
export function exportedFile(count: string) {
  const file = Type.String({ format: 'binary' })
  return {
    description: 'The file.',
    headers: { [exportCountHeader]: { type: 'integer', description: count } },
    content: { 'text/csv': { schema: file }, [xlsxType]: { schema: file } },
  }
}

/** The kinds of generated routes. Answers common to all requests are added by http/apiDocument.ts. */
export const documents = {
  list: (server: ServerResource): RouteDocument => ({
    tags: [schemaName(server.contract)],
    summary: `List: ${server.contract.title}`,
    description: 'Searched, narrowed, ordered and paged. Relations are ids unless they are expanded.',
    querystring: listParameters(server),
    ...revalidation(server).request,
    response: {
      200: {
        ...listSchema(server.contract),
        description: 'A page of the list.',
        ...revalidation(server).answer,
      },
      ...revalidation(server).unchanged,
    },
  }),
  duplicates: ({ contract: resource }: ServerResource): RouteDocument => ({
    tags: [schemaName(resource)],
    summary: `Find what is there already: ${resource.title}`,
    description:
      'Of a record that is being written: those that have something in common with it, in the trash excepted. A notice, no rule: such a record can be created all the same.',
    querystring: duplicateParameters(resource),
    headers: conditional.headers,
    response: {
      200: {
        ...duplicatesSchema(resource),
        description: 'What was found.',
        headers: { etag: conditional.etag },
      },
      ...conditional.unchanged,
    },
  }),
  trash: (server: ServerResource): RouteDocument => ({
    ...documents.list(server),
    summary: `List what waits in the trash: ${server.contract.title}`,
    querystring: listParameters(server, trashOrder(server.contract)),
  }),
  export: (server: ServerResource, columns: readonly string[]): RouteDocument => {
    const { contract } = server
    const { properties } = listParameters(server, contract.trash ? ordersOf(contract) : contract) as TObject
    return {
      tags: [schemaName(contract)],
      summary: `Export the list: ${contract.title}`,
      description:
        'A file of all that the list has, in its order. The records are those of the beginning; each is as it is when its turn comes, and what is deleted meanwhile is left out. Relations are names, days are days, moments are in UTC. Texts that spreadsheets take for formulas begin with an apostrophe.',
      querystring: Type.Object({
        format: oneOf(exportFormats),
        columns: Type.Optional(
          Type.String({
            description: `Separated by commas, all where it is left out: ${columns.join(', ')}. The id is the name where no field is.`,
          }),
        ),
        titles: Type.Optional(
          Type.String({ description: 'A JSON list with the title of each column.', examples: ['["Name"]'] }),
        ),
        labels: Type.Optional(
          Type.String({
            description: 'A JSON object: the words of options, by column and option.',
            examples: ['{"status":{"done":"Done"}}'],
          }),
        ),
        ...(contract.trash
          ? { trash: Type.Optional(Type.Boolean({ description: 'True: what waits in the trash.' })) }
          : {}),
        unit: Type.Optional(oneOf(['dth', 'th'], { default: 'dth', description: 'That of volumes.' })),
        ...Object.fromEntries(Object.entries(properties).filter(([name]) => name !== 'expand')),
      }),
      response: { 200: exportedFile('How many records the list has.') },
    }
  },
  restore: ({ contract: resource }: ServerResource): RecordDocument => ({
    tags: [schemaName(resource)],
    summary: `Bring back from the trash: ${resource.title}`,
    description: 'What went to the trash with the record comes back with it.',
    params: idParams,
    querystring: Type.Object(expandParameter(resource)),
    response: { 200: record(resource), ...failures(404, 409) },
  }),
  purge: ({ contract: resource }: ServerResource): RecordDocument => ({
    tags: [schemaName(resource)],
    summary: `Delete for good from the trash: ${resource.title}`,
    description: "Only the provider's team may. What went to the trash with the record goes, too.",
    params: idParams,
    response: { 204: Type.Null({ description: 'Deleted.' }), ...failures(404, 409) },
  }),
  get: (server: ServerResource): RecordDocument => {
    const { contract: resource } = server
    return {
      tags: [schemaName(resource)],
      summary: `Read one: ${resource.title}`,
      description: 'Relations are ids unless they are expanded.',
      params: idParams,
      querystring: Type.Object({
        ...expandParameter(resource),
        ...asOfParameter(server),
        ...linkFilterParameters,
      }),
      ...revalidation(server).request,
      response: {
        200: record(
          resource,
          server.atMoment
            ? {}
            : {
                etag: {
                  ...conditional.etag,
                  ...(countsVersions(resource)
                    ? {
                        description:
                          'For If-None-Match, in the same session; for If-Match, too: it begins with the version.',
                        examples: ['W/"3.tags-7.q9vRkzZbT1u0i8yL"'],
                      }
                    : {}),
                },
              },
        ),
        ...revalidation(server).unchanged,
        ...failures(404),
      },
    }
  },
  create: (server: ServerResource): RouteDocument => {
    const { contract: resource } = server
    const names = namesOthers(resource) ? [404] : []
    const clashes =
      mayClash(server) || server.sharedBy !== null || isRestricted(server.name, 'create') ? [409] : []
    return {
      tags: [schemaName(resource)],
      summary: `Create: ${resource.title}`,
      description: 'Relations are named by their ids; fields that are not sent get their default, or none.',
      querystring: Type.Object(expandParameter(resource)),
      headers: idempotencyDocs.headers,
      body: inputSchema(resource.fields, 'create'),
      response: {
        201: record(resource, idempotencyDocs.answerHeaders),
        ...failures(...names, ...clashes, 422),
      },
    }
  },
  change: (server: ServerResource, partial: boolean): RecordDocument => {
    const { contract: resource } = server
    const clashes = mayClash(server) || isRestricted(server.name, 'change')
    return {
      tags: [schemaName(resource)],
      summary: `${partial ? 'Change fields of' : 'Update'}: ${resource.title}`,
      description: partial
        ? 'Fields that are not sent stay as they are.'
        : 'Required fields have to be sent; other fields that are not sent stay as they are.',
      params: idParams,
      querystring: Type.Object(expandParameter(resource)),
      ...versionParameter(resource),
      body: inputSchema(resource.fields, partial ? 'patch' : 'update'),
      response: {
        200: record(resource),
        ...failures(
          404,
          ...(clashes || countsVersions(resource) ? [409] : []),
          ...(hasLists(resource) ? [428] : []),
        ),
      },
    }
  },
  remove: (server: ServerResource): RecordDocument => {
    const { contract: resource } = server
    const clashes =
      server.restrictDelete || isRestricted(server.name, 'remove') || countsVersions(resource) ? [409] : []
    return {
      tags: [schemaName(resource)],
      summary: `Delete: ${resource.title}`,
      description: resource.trash
        ? 'The record waits in the trash.'
        : rightsToChange(server.name, 'remove').includes('bulk_delete')
          ? 'The record is gone for good, for users who may delete many records at once, and for good.'
          : 'The record is gone for good.',
      params: idParams,
      ...versionParameter(resource),
      response: { 204: Type.Null({ description: 'Deleted.' }), ...failures(404, ...clashes) },
    }
  },
}

/**
 * Documents a route beside the generated ones; one without an answer is a 204.
 * @param statuses error statuses beyond those common to all requests.
 */
export const documentRoute = <const F extends Fields = never>(
  tag: string,
  summary: string,
  answer: TSchema | null,
  fields?: F | null,
  statuses: readonly number[] = [],
): RouteDocument<F> => ({
  tags: [tag],
  summary,
  ...(fields ? { fields } : {}),
  response: {
    ...(answer
      ? { 200: { ...answer, description: 'Done.' } }
      : { 204: Type.Null({ description: 'Done; no body.' }) }),
    ...failures(...statuses),
  },
})

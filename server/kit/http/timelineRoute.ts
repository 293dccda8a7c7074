import { Type, type TObject } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { contract, type ResourceName } from '../../../src/contract'
import {
  maxHistory,
  sourceOf,
  sourcesFor,
  timelineActions,
  timelineKindsOf,
  timelinePath,
  type TimelineAnswer,
} from '../../../src/contract/history'
import { oneOf, recordSchema, schemaName } from '../../../src/contract/schema'
import { invalidParameter, notFound } from '../errors'
import { identityOf } from '../policy'
import { parsePage, single } from '../read/query'
import { isAlive } from '../read/records'
import { parseCursor, readTimeline, type MessageSource } from '../read/timeline'
import type { ServerResource } from '../resource'
import { documentRoute, idParams } from './documentation'
import { historyEntry } from './historyRoute'
import { route } from './route'
import { toId } from './routes'

const record = Type.Object({
  resource: Type.String({ examples: ['contacts'] }),
  id: Type.Integer(),
  name: Type.String(),
  state: oneOf(['present', 'trash', 'gone'], { description: '`gone`: deleted for good.' }),
})

const { from, to } = (recordSchema(contract.messages) as TObject).properties

const message = Type.Object({
  ...(from && { from }),
  ...(to && { to }),
  excerpt: Type.String({ description: 'The beginning of its text, without markup.' }),
  is_shared: Type.Boolean({ description: 'Whether all users read it.' }),
})

/** The facts of the records that stand in the timelines of a resource. */
const factsIn = (name: ResourceName): TObject =>
  Type.Object(
    Object.fromEntries(
      sourcesFor(name).flatMap((source) => {
        const { properties } = recordSchema(contract[source]) as TObject
        return (sourceOf(source)?.facts ?? []).map((fact) => [
          fact,
          Type.Union([properties[fact] ?? Type.Null(), Type.Null()]),
        ])
      }),
    ),
  )

const place = (description: string) => Type.Union([record, Type.Null()], { description })

/**
 * GET of a record's timeline: what the history tells, links, quotes, notes, files, tasks and meetings (HIST-2), and messages (MAIL-1). A
 * page costs the same among ten entries and among a million.
 */
export function timelineRoute(
  app: FastifyInstance,
  resource: ServerResource,
  messages: MessageSource | null,
): void {
  const { name } = resource
  const { title } = resource.contract
  const kinds = timelineKindsOf(name)
  const answer = Type.Object({
    results: Type.Array(
      Type.Object({
        ...historyEntry,
        action: oneOf(timelineActions),
        kind: oneOf(kinds),
        record: Type.Union([record, Type.Null()], {
          description:
            'Another record that it is about, of a link the one at its other end; null: the record itself.',
        }),
        resource: Type.String({ description: 'Whose fields the changes name.', examples: [name] }),
        moved: Type.Union(
          [
            Type.Object({
              from: place('Where it hung before.'),
              to: place('Where it has hung since.'),
            }),
            Type.Null(),
          ],
          { description: 'Of a note, a file or a quote that was moved to another record.' },
        ),
        facts: Type.Union([factsIn(name), Type.Null()], {
          description: 'Of a quote: its terms, and the units of its prices, as they were after the change.',
        }),
        message: Type.Union([message, Type.Null()], {
          description:
            'Of a message in a mailbox of the user, or one that is shared: `id` and `at` are its own, `actor` is whose mailbox it is in.',
        }),
      }),
    ),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'What `before` takes for the next ones; null: there are no more.',
    }),
  })
  route(app, {
    method: 'GET',
    path: timelinePath(name, ':id'),
    document: {
      ...documentRoute(
        schemaName(resource.contract),
        `Read the timeline of a ${title.toLowerCase()}`,
        answer,
        null,
        [400, 404],
      ),
      description:
        'What was changed, linked, written and added, and by whom, the last one first. Of a link, `create` says that it was added, `delete` that it was removed; `merge` that `record` was merged into this one, `merge into` the reverse, and `undo merge` that this was taken back. `award`, `revoke award` and `withdraw` are told of quotes.',
      params: idParams,
      querystring: Type.Object({
        kind: Type.Optional(oneOf(kinds, { description: 'Only these; without it, all.' })),
        before: Type.Optional(
          Type.String({ description: '`next` of the page before: what comes after it.' }),
        ),
        limit: Type.Optional(Type.Integer({ minimum: 0, maximum: maxHistory, default: maxHistory })),
      }),
    },
    handler: async (request): Promise<TimelineAnswer> => {
      const { caller, query } = request
      const { db } = app.database
      const id = toId(resource, request.params.id)
      const { limit } = parsePage(query, maxHistory)
      const sent = single(query, 'kind')
      const kind = kinds.find((known) => known === sent) ?? null
      if (sent !== undefined && kind === null)
        throw invalidParameter('kind', `Choose one of: ${kinds.join(', ')}.`)
      const cursor = single(query, 'before')
      const before = cursor === undefined ? { audit: null, message: null } : parseCursor(cursor)
      if (before === null) throw invalidParameter('before', 'Must be `next` of another page.')
      if (!(await isAlive(db, resource, id, caller.id))) throw notFound(title)
      const who = identityOf(caller)
      return readTimeline(db, { subject: { resource: name, id }, kind, who, messages }, { before, limit })
    },
  })
}

import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { ListAnswer } from '../../../src/contract/answers'
import {
  historyActions,
  historyFieldsOf,
  historyPath,
  maxHistory,
  type FieldChange,
  type HistoryEntry,
} from '../../../src/contract/history'
import { hiddenFieldsOf } from '../../../src/contract/policy'
import { oneOf, schemaName } from '../../../src/contract/schema'
import { notFound } from '../errors'
import { inTurns } from '../turns'
import { parsePage } from '../read/query'
import { isAlive } from '../read/records'
import type { ServerResource } from '../resource'
import { documentRoute, idParams } from './documentation'
import { route } from './route'
import { toId } from './routes'

const nullable = (schema: ReturnType<typeof Type.Integer>) => Type.Union([schema, Type.Null()])

const answer = Type.Object({
  count: Type.Integer(),
  results: Type.Array(
    Type.Object({
      id: Type.Integer(),
      at: Type.String({ format: 'date-time' }),
      actor: nullable(Type.Integer({ description: 'The user; null: the server itself.' })),
      action: oneOf(historyActions),
      changes: Type.Array(
        Type.Object({
          field: Type.String({ examples: ['notes'] }),
          before: Type.Unknown({ description: 'Null: empty.' }),
          after: Type.Unknown({ description: 'Null: empty.' }),
        }),
      ),
    }),
  ),
})

type Values = Readonly<Record<string, unknown>>

/** Empty texts and lists count as no value, as they do in forms. */
const orNull = (value: unknown): unknown =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value

const changesOf = (names: readonly string[], before: Values, after: Values): FieldChange[] =>
  names.flatMap((field) => {
    const change = { field, before: orNull(before[field]), after: orNull(after[field]) }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
  })

const valuesIn = (text: string | null) => JSON.parse(text ?? '{}') as Values

/** GET of a record's history, from the audit (HIST-1). Fields that the user does not see are left out. */
export function historyRoute(app: FastifyInstance, resource: ServerResource): void {
  const { contract, name } = resource
  route(app, {
    method: 'GET',
    path: historyPath(name, ':id'),
    document: {
      ...documentRoute(
        schemaName(contract),
        `Read the history of a ${contract.title.toLowerCase()}`,
        answer,
        null,
        [400, 404],
      ),
      description: 'Who changed which field from what to what, the last change first.',
      params: idParams,
      querystring: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 0, maximum: maxHistory, default: maxHistory })),
        offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
      }),
    },
    handler: async (request): Promise<ListAnswer<HistoryEntry>> => {
      const { caller, query } = request
      const { db } = app.database
      const id = toId(resource, request.params.id)
      const { limit, offset } = parsePage(query, maxHistory)
      if (!(await isAlive(db, resource, id, caller.id))) throw notFound(contract.title)
      const entries = db
        .selectFrom('audit')
        .where('resource', '=', name)
        .where('record_id', '=', id)
        .where('action', 'in', historyActions)
      const [{ count }, rows] = await Promise.all([
        entries.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
        entries
          .select(['id', 'at', 'actor', 'action', 'before', 'after'])
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
      ])
      const who = { userId: caller.id, role: caller.role, email: caller.email }
      const hidden = hiddenFieldsOf(who, name)
      const names = historyFieldsOf(name).filter((field) => !hidden.includes(field))
      return {
        count: Number(count),
        results: await inTurns(rows, ({ id: entry, at, actor, action, before, after }) => ({
          id: entry,
          at,
          actor,
          action: action as HistoryEntry['action'],
          changes:
            action === 'create' || action === 'update'
              ? changesOf(names, valuesIn(before), valuesIn(after))
              : [],
        })),
      }
    },
  })
}
